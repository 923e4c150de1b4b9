// SPDX-License-Identifier: Apache-2.0
package rani.model.foreign;

import java.io.StringReader;
import java.util.Optional;
import javax.xml.XMLConstants;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import rani.model.file.FileError;
import rani.model.file.Location;
import rani.model.file.Quoted;

/**
 * The elements of an XML document, one after another. Neither document types nor entities are read,
 * so nothing is fetched and nothing unfolds; nesting ends at {@value #DEPTH_MAX}.
 */
final class XmlEvents {
  private static final int DEPTH_MAX = 100;
  private static final int MESSAGE_LENGTH_MAX = 200;

  private final String file;
  private final XMLStreamReader reader;
  private int depth;

  XmlEvents(Source source, ImportNotes notes) throws FileError {
    this.file = source.file();
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
    factory.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, "");
    try {
      reader = factory.createXMLStreamReader(new StringReader(source.text(notes)));
    } catch (XMLStreamException e) {
      throw notXml(source.whole(), e);
    } catch (RuntimeException e) {
      // The JDK's scanner throws several kinds at malformed encodings and declarations.
      throw notXml(source.whole(), e);
    }
  }

  /** Goes to the next event: one of START_ELEMENT, END_ELEMENT, CHARACTERS, END_DOCUMENT. */
  int next() throws FileError {
    while (true) {
      int event = step();
      switch (event) {
        case XMLStreamConstants.START_ELEMENT -> {
          if (++depth > DEPTH_MAX) {
            throw new FileError(here(), "nested deeper than " + DEPTH_MAX + " levels", "");
          }
          return event;
        }
        case XMLStreamConstants.END_ELEMENT -> {
          depth--;
          return event;
        }
        case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE -> {
          return XMLStreamConstants.CHARACTERS;
        }
        case XMLStreamConstants.END_DOCUMENT -> {
          return event;
        }
        case XMLStreamConstants.DTD ->
            throw new FileError(here(), "it declares a document type, which is not read", "");
        case XMLStreamConstants.ENTITY_REFERENCE ->
            throw new FileError(here(), "it has an entity that is not known", "");
        default -> {
          // comments and processing instructions say nothing
        }
      }
    }
  }

  private int step() throws FileError {
    try {
      return reader.hasNext() ? reader.next() : XMLStreamConstants.END_DOCUMENT;
    } catch (XMLStreamException e) {
      throw notXml(here(), e);
    } catch (RuntimeException e) {
      // The JDK's scanner throws several kinds at malformed encodings and surrogates.
      throw notXml(here(), e);
    }
  }

  private static FileError notXml(Location at, Exception e) {
    String message = String.valueOf(e.getMessage()).replaceFirst("(?s)^.*\nMessage: ", "");
    return new FileError(at, "not XML: " + Quoted.plain(message, MESSAGE_LENGTH_MAX), "");
  }

  /** Returns the place of the event; the parser knows its end. */
  Location here() {
    javax.xml.stream.Location at = reader.getLocation();
    return new Location(file, Math.max(1, at.getLineNumber()), Math.max(1, at.getColumnNumber()));
  }

  /** Returns the name of the element without prefix. */
  String element() {
    return reader.getLocalName();
  }

  Optional<String> attribute(String name) {
    return Optional.ofNullable(reader.getAttributeValue(null, name));
  }

  /** Returns an attribute, or fails. */
  String required(String name) throws FileError {
    Optional<String> value = attribute(name);
    if (value.isEmpty()) {
      throw new FileError(
          here(), Quoted.of(element()) + " has no attribute " + Quoted.of(name), "");
    }
    return value.get();
  }

  String text() {
    return reader.getText();
  }
}
