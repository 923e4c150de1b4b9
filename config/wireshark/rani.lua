-- SPDX-License-Identifier: Apache-2.0
--
-- Shows rani's packets in Wireshark and tshark: the RANI header, then the IPv4 packet by Wireshark's
-- own dissector, and in it RDP segments and the messages of nodes and services. What the fields
-- mean: docs/wire-format.md and docs/rdp.md. How to install: docs/captures.md, or
--
--   tshark -X lua_script:config/wireshark/rani.lua -r n7-n8.pcapng
--
-- It reads rani's own captures (link type USER0), and the UDP datagrams of a capture taken of real
-- interfaces, which it knows by their form.

local rani = Proto("rani", "RANI")
local message = Proto("rani_message", "RANI service message")
local rdp = Proto("rani_rdp", "Reliable Data Protocol, version 2")
local flow = Proto("rani_flow", "RANI traffic generator")

-- 1. The RANI header -----------------------------------------------------------------------------

local SERVICES = {
  [0] = "node", [1] = "lgc", [2] = "active-filter", [3] = "echo", [4] = "sink", [5] = "source",
  [6] = "ping", [7] = "traceroute", [8] = "flakeway", [9] = "acc-monitor", [10] = "acc-filter",
  [11] = "ufc-core", [12] = "ufc-edge", [13] = "abcd-monitor", [14] = "abcd-splitter",
  [15] = "capsule", [65000] = "gateway", [65001] = "loader",
}
local HEADER_LENGTH = 16
local HEADER_WORDS_MAX = 16
local IP_LENGTH = 20
local TRAILER_LENGTH = 24

local h = rani.fields
h.version = ProtoField.uint8("rani.version", "Version", base.DEC, nil, 0xF0)
h.active = ProtoField.bool("rani.active", "Active: it asks for a service", 8, nil, 0x08)
h.keyed = ProtoField.bool("rani.keyed", "Keyed: a trailer follows", 8, nil, 0x04)
h.edge = ProtoField.bool("rani.edge", "Edge: its sender wants ICMP errors", 8, nil, 0x02)
h.words = ProtoField.uint8("rani.header_words", "Header length in words", base.DEC)
h.service = ProtoField.uint16("rani.service", "Service", base.DEC, SERVICES)
h.lifetime = ProtoField.uint32("rani.lifetime_us", "Lifetime left, microseconds", base.DEC)
h.prev_node = ProtoField.ipv4("rani.prev_node", "Previous node")
h.prev_link = ProtoField.uint16("rani.prev_link", "Its number of the link", base.DEC)
h.reserved = ProtoField.uint16("rani.reserved", "Reserved", base.HEX)
h.extension = ProtoField.bytes("rani.extension", "Header extension")
h.key_id = ProtoField.uint8("rani.key_id", "Key", base.DEC)
h.counter = ProtoField.uint64("rani.counter", "Counter", base.DEC)
h.tag = ProtoField.bytes("rani.tag", "Tag")

local malformed = ProtoExpert.new(
  "rani.malformed", "Malformed", expert.group.MALFORMED, expert.severity.ERROR)
rani.experts = { malformed }

local function refuse(tree, range, what)
  tree:add_proto_expert_info(malformed, what)
  return range:len()
end

local ip_dissector = Dissector.get("ip")

-- Hands bytes on to another dissector, whose complaints become one of ours.
local function hand_on(dissector, buffer, pinfo, root, tree)
  if not pcall(function() dissector:call(buffer, pinfo, root) end) then
    tree:add_proto_expert_info(malformed, "What it carries is malformed")
  end
end

function rani.dissector(buffer, pinfo, root)
  local length = buffer:len()
  pinfo.cols.protocol = "RANI"
  pinfo.private["rani"] = "1"
  local tree = root:add(rani, buffer(0, math.min(length, HEADER_LENGTH)))
  if length < HEADER_LENGTH + IP_LENGTH then
    pinfo.cols.info = "Malformed: shorter than its headers"
    return refuse(tree, buffer(), "Bad length: shorter than a RANI and an IPv4 header")
  end
  local version = buffer(0, 1):bitfield(0, 4)
  local active = buffer(0, 1):bitfield(4, 1) == 1
  local keyed = buffer(0, 1):bitfield(5, 1) == 1
  local words = buffer(1, 1):uint()
  local header = words * 4
  tree:add(h.version, buffer(0, 1))
  tree:add(h.active, buffer(0, 1))
  tree:add(h.keyed, buffer(0, 1))
  tree:add(h.edge, buffer(0, 1))
  tree:add(h.words, buffer(1, 1))
  if active then
    tree:add(h.service, buffer(2, 2))
  else
    tree:add(h.service, buffer(2, 2)):set_text("Service: none, the packet is passive")
  end
  tree:add(h.lifetime, buffer(4, 4))
  tree:add(h.prev_node, buffer(8, 4))
  tree:add(h.prev_link, buffer(12, 2))
  tree:add(h.reserved, buffer(14, 2))
  if version ~= 1 then
    pinfo.cols.info = "Malformed: RANI version " .. version
    return refuse(tree, buffer(), "Bad version: not 1 but " .. version)
  end
  if header < HEADER_LENGTH or words > HEADER_WORDS_MAX then
    pinfo.cols.info = "Malformed: RANI header of " .. words .. " words"
    return refuse(tree, buffer(), "Bad header: a header has 4 to 16 words, not " .. words)
  end
  local trailer = keyed and TRAILER_LENGTH or 0
  if length < header + IP_LENGTH + trailer then
    pinfo.cols.info = "Malformed: shorter than its headers"
    return refuse(tree, buffer(), "Bad length: shorter than the headers that it must have")
  end
  tree:set_len(header)
  if header > HEADER_LENGTH then
    tree:add(h.extension, buffer(HEADER_LENGTH, header - HEADER_LENGTH))
  end
  local service = buffer(2, 2):uint()
  local text = "lifetime " .. buffer(4, 4):uint() .. " us, from " .. tostring(buffer(8, 4):ipv4())
  if active then
    pinfo.private["rani_service"] = tostring(service)
    text = "for " .. (SERVICES[service] or ("service " .. service)) .. ", " .. text
  end
  tree:append_text(": " .. text)
  local total = buffer(header + 2, 2):uint()
  local reported = buffer:reported_len()
  if buffer(header, 1):uint() ~= 0x45 then
    tree:add_proto_expert_info(malformed, "Not an IPv4 header of 5 words")
  elseif total ~= reported - header - trailer then
    tree:add_proto_expert_info(
      malformed,
      "Bad length: IPv4 says " .. total .. ", the frame has " .. (reported - header - trailer))
  end
  hand_on(ip_dissector, buffer(header, length - header - trailer):tvb(), pinfo, root, tree)
  if keyed then
    local at = length - trailer
    local seal = root:add(rani, buffer(at, trailer), "RANI key")
    seal:add(h.key_id, buffer(at, 1))
    seal:add(h.counter, buffer(at + 2, 6))
    seal:add(h.tag, buffer(at + 8, 16))
  end
  return length
end

-- Whether bytes of a UDP datagram are a frame: version, header length, IPv4 and its length agree.
local function is_frame(buffer)
  local length = buffer:len()
  if length < HEADER_LENGTH + IP_LENGTH or buffer(0, 1):bitfield(0, 4) ~= 1 then
    return false
  end
  local words = buffer(1, 1):uint()
  local header = words * 4
  local trailer = buffer(0, 1):bitfield(5, 1) == 1 and TRAILER_LENGTH or 0
  if words < 4 or words > HEADER_WORDS_MAX or length < header + IP_LENGTH + trailer then
    return false
  end
  return buffer(header, 1):uint() == 0x45
    and buffer(header + 2, 2):uint() == buffer:reported_len() - header - trailer
end

local function heuristic(buffer, pinfo, root)
  if not is_frame(buffer) then
    return false
  end
  rani.dissector(buffer, pinfo, root)
  return true
end

-- 2. The messages of nodes and services ----------------------------------------------------------

local TYPES = {
  [1] = "LinkHello", [2] = "ActiveFilter", [3] = "ActiveFilterAck", [4] = "LinkState",
  [5] = "LinkStateAck", [6] = "AccFilter", [7] = "AccFilterStands",
  [8] = "UfcCongestion", [9] = "UfcShaping", [10] = "AbcdSize", [11] = "SignedLinkState",
}

local m = message.fields
m.version = ProtoField.uint8("rani.message.version", "Version", base.DEC)
m.type = ProtoField.uint8("rani.message.type", "Type", base.DEC, TYPES)
m.checksum = ProtoField.uint16("rani.message.checksum", "Checksum", base.HEX)
m.sequence = ProtoField.uint32("rani.hello.sequence", "Sequence", base.DEC)
m.heard = ProtoField.bool("rani.hello.heard", "I hear you", 8, nil, 0x01)
m.interval = ProtoField.uint16("rani.hello.interval_ms", "Interval, milliseconds", base.DEC)
m.id = ProtoField.uint32("rani.filter.id", "Id", base.HEX)
m.gci_source = ProtoField.ipv4("rani.filter.source", "Flow's source")
m.gci_destination = ProtoField.ipv4("rani.filter.flow_destination", "Flow's destination")
m.gci_protocol = ProtoField.uint8("rani.filter.protocol", "Flow's protocol", base.DEC)
m.gci_source_port = ProtoField.uint16("rani.filter.source_port", "Flow's source port", base.DEC)
m.gci_destination_port =
  ProtoField.uint16("rani.filter.destination_port", "Flow's destination port", base.DEC)
m.destination = ProtoField.ipv4("rani.filter.destination", "Where it goes")
m.previous_hop = ProtoField.ipv4("rani.filter.previous_hop", "Previous hop")
m.origin = ProtoField.ipv4("rani.link_state.origin", "Origin")
m.state_sequence = ProtoField.uint32("rani.link_state.sequence", "Sequence", base.DEC)
m.age = ProtoField.uint32("rani.link_state.age_ms", "Age, milliseconds", base.DEC)
m.part = ProtoField.uint8("rani.link_state.part", "Part", base.DEC)
m.name = ProtoField.string("rani.link_state.name", "Name")
m.neighbour = ProtoField.ipv4("rani.link_state.neighbour", "Neighbour")
m.neighbour_mtu = ProtoField.uint16("rani.link_state.mtu", "Largest packet", base.DEC)
m.neighbour_links = ProtoField.uint16("rani.link_state.links", "Links", base.DEC)
m.signature = ProtoField.bytes("rani.link_state.signature", "Signature")
m.acc_epoch = ProtoField.uint16("rani.acc.epoch", "Epoch", base.DEC)
m.acc_amount = ProtoField.uint16("rani.acc.amount", "Packets to discard at most", base.DEC)
m.acc_phase = ProtoField.uint8("rani.acc.phase", "Sender's phase", base.DEC)
m.acc_hops = ProtoField.uint8("rani.acc.hops", "Hops to where the filter stands", base.DEC)
m.acc_suppress = ProtoField.bool("rani.acc.suppress", "Filters find out about each other", 8, nil, 0x01)
m.acc_cwnd = ProtoField.uint16("rani.acc.cwnd", "Window shown", base.DEC)
m.acc_ssthresh = ProtoField.uint16("rani.acc.ssthresh", "Threshold shown", base.DEC)
m.acc_new_cwnd = ProtoField.uint16("rani.acc.new_cwnd", "New window", base.DEC)
m.acc_new_ssthresh = ProtoField.uint16("rani.acc.new_ssthresh", "New threshold", base.DEC)
m.acc_srtt = ProtoField.uint16("rani.acc.srtt_ms", "Round trip, milliseconds", base.DEC)
m.acc_upstream = ProtoField.bool("rani.acc.upstream", "It stands upstream", 8, nil, 0x01)
m.ufc_id = ProtoField.uint32("rani.ufc.id", "Id", base.HEX)
m.ufc_count = ProtoField.uint16("rani.ufc.count", "Packets dropped", base.DEC)
m.ufc_interval = ProtoField.uint16("rani.ufc.interval_ms", "Interval, milliseconds", base.DEC)
m.ufc_bandwidth = ProtoField.uint64("rani.ufc.bandwidth", "Bandwidth, bit/s", base.DEC)
m.abcd_bytes = ProtoField.uint16("rani.abcd.bytes", "Largest packet", base.DEC)
m.data = ProtoField.bytes("rani.message.data", "Data")

local bad_message = ProtoExpert.new(
  "rani.message.malformed", "Malformed", expert.group.MALFORMED, expert.severity.ERROR)
message.experts = { bad_message }

-- RFC 1071; 0 of bytes that contain their own right checksum.
local function checksum(buffer, start)
  local sum = start or 0
  local length = buffer:len()
  for at = 0, length - 2, 2 do
    sum = sum + buffer(at, 2):uint()
  end
  if length % 2 == 1 then
    sum = sum + buffer(length - 1, 1):uint() * 256
  end
  while sum > 0xFFFF do
    sum = sum % 0x10000 + math.floor(sum / 0x10000)
  end
  return 0xFFFF - sum
end

local BODIES = {}

BODIES[1] = { length = 12, add = function(buffer, tree)
  tree:add(m.sequence, buffer(4, 4))
  tree:add(m.heard, buffer(8, 1))
  tree:add(m.interval, buffer(10, 2))
  local heard = buffer(8, 1):bitfield(7, 1) == 1 and ", I hear you" or ""
  return "Hello " .. buffer(4, 4):uint() .. heard
end }

BODIES[2] = { length = 32, add = function(buffer, tree)
  tree:add(m.id, buffer(4, 4))
  tree:add(m.gci_source, buffer(8, 4))
  tree:add(m.gci_destination, buffer(12, 4))
  tree:add(m.gci_protocol, buffer(19, 1))
  tree:add(m.gci_source_port, buffer(20, 2))
  tree:add(m.gci_destination_port, buffer(22, 2))
  tree:add(m.destination, buffer(24, 4))
  tree:add(m.previous_hop, buffer(28, 4))
  return "Filter the flow of " .. tostring(buffer(8, 4):ipv4())
    .. " to " .. tostring(buffer(24, 4):ipv4())
end }

BODIES[3] = { length = 8, add = function(buffer, tree)
  tree:add(m.id, buffer(4, 4))
  return "Filter acknowledged"
end }

local LINK_STATE_HEAD = 20
local LINK_STATE_NEIGHBOUR = 8

local SIGNATURE = 64

local function add_link_state(buffer, tree, length)
  tree:add(m.origin, buffer(4, 4))
  tree:add(m.state_sequence, buffer(8, 4))
  tree:add(m.age, buffer(12, 4))
  tree:add(m.part, buffer(16, 1))
  local neighbours = buffer(18, 2):uint()
  local name = LINK_STATE_HEAD + neighbours * LINK_STATE_NEIGHBOUR
  if name + buffer(17, 1):uint() ~= length then
    tree:add_proto_expert_info(bad_message, "Not as long as its neighbours and its name")
    return "LinkState of a wrong length"
  end
  for at = LINK_STATE_HEAD, name - 1, LINK_STATE_NEIGHBOUR do
    local each = tree:add(m.neighbour, buffer(at, 4))
    each:add(m.neighbour_mtu, buffer(at + 4, 2))
    each:add(m.neighbour_links, buffer(at + 6, 2))
  end
  if name < length then
    tree:add(m.name, buffer(name, length - name))
  end
  return "Link state " .. buffer(8, 4):uint() .. " of " .. tostring(buffer(4, 4):ipv4())
    .. ", " .. neighbours .. " neighbours"
end

BODIES[4] = { least = LINK_STATE_HEAD, add = function(buffer, tree)
  return add_link_state(buffer, tree, buffer:len())
end }

BODIES[11] = { least = LINK_STATE_HEAD + SIGNATURE, add = function(buffer, tree)
  local length = buffer:len() - SIGNATURE
  tree:add(m.signature, buffer(length, SIGNATURE))
  return "Signed: " .. add_link_state(buffer, tree, length)
end }

BODIES[5] = { length = 16, add = function(buffer, tree)
  tree:add(m.origin, buffer(4, 4))
  tree:add(m.state_sequence, buffer(8, 4))
  tree:add(m.part, buffer(12, 1))
  return "Link state " .. buffer(8, 4):uint() .. " of " .. tostring(buffer(4, 4):ipv4())
    .. " acknowledged"
end }

local function add_connection(buffer, tree)
  tree:add(m.gci_source, buffer(4, 4))
  tree:add(m.gci_destination, buffer(8, 4))
  tree:add(m.gci_protocol, buffer(15, 1))
  tree:add(m.gci_source_port, buffer(16, 2))
  tree:add(m.gci_destination_port, buffer(18, 2))
  return tostring(buffer(4, 4):ipv4()) .. " port " .. buffer(16, 2):uint()
end

BODIES[6] = { length = 40, add = function(buffer, tree)
  local connection = add_connection(buffer, tree)
  tree:add(m.acc_epoch, buffer(20, 2))
  tree:add(m.acc_amount, buffer(22, 2))
  tree:add(m.acc_phase, buffer(24, 1))
  tree:add(m.acc_hops, buffer(25, 1))
  tree:add(m.acc_suppress, buffer(26, 1))
  tree:add(m.acc_cwnd, buffer(28, 2))
  tree:add(m.acc_ssthresh, buffer(30, 2))
  tree:add(m.acc_new_cwnd, buffer(32, 2))
  tree:add(m.acc_new_ssthresh, buffer(34, 2))
  tree:add(m.acc_srtt, buffer(36, 2))
  return "Unsend " .. buffer(22, 2):uint() .. " packets of " .. connection
    .. ", window " .. buffer(28, 2):uint() .. " to " .. buffer(32, 2):uint()
end }

BODIES[7] = { length = 24, add = function(buffer, tree)
  local connection = add_connection(buffer, tree)
  tree:add(m.acc_epoch, buffer(20, 2))
  tree:add(m.acc_upstream, buffer(22, 1))
  local where = buffer(22, 1):bitfield(7, 1) == 1 and "upstream" or "downstream"
  return "A filter of " .. connection .. " stands " .. where
end }

local function add_drops(buffer, tree)
  local flow = add_connection(buffer, tree)
  tree:add(m.ufc_id, buffer(20, 4))
  tree:add(m.ufc_count, buffer(24, 2))
  tree:add(m.ufc_interval, buffer(26, 2))
  return buffer(24, 2):uint() .. " packets of " .. flow
end

BODIES[8] = { length = 36, add = function(buffer, tree)
  local drops = add_drops(buffer, tree)
  tree:add(m.ufc_bandwidth, buffer(28, 8))
  return "Congestion dropped " .. drops
end }

BODIES[9] = { length = 28, add = function(buffer, tree)
  return "A shaper dropped " .. add_drops(buffer, tree)
end }

BODIES[10] = { length = 24, add = function(buffer, tree)
  local flow = add_connection(buffer, tree)
  tree:add(m.abcd_bytes, buffer(20, 2))
  return "Packets of " .. flow .. " are to have at most " .. buffer(20, 2):uint() .. " bytes"
end }

function message.dissector(buffer, pinfo, root)
  local length = buffer:len()
  pinfo.cols.protocol = "RANI"
  local tree = root:add(message, buffer())
  if length < 4 then
    pinfo.cols.info = "Malformed message"
    tree:add_proto_expert_info(bad_message, "Shorter than a message's header")
    return length
  end
  tree:add(m.version, buffer(0, 1))
  local type_item = tree:add(m.type, buffer(1, 1))
  tree:add(m.checksum, buffer(2, 2))
  local kind = buffer(1, 1):uint()
  local body = BODIES[kind]
  local whole = buffer:reported_len() == length
  if buffer(0, 1):uint() ~= 1 then
    tree:add_proto_expert_info(bad_message, "Version is not 1")
    pinfo.cols.info = "Message of another version"
  elseif whole and checksum(buffer) ~= 0 then
    tree:add_proto_expert_info(bad_message, "The checksum is wrong")
    pinfo.cols.info = "Message with a wrong checksum"
  elseif body == nil then
    pinfo.cols.info = "Message of type " .. kind
  elseif (body.length and buffer:reported_len() ~= body.length)
      or (body.least and buffer:reported_len() < body.least) then
    tree:add_proto_expert_info(bad_message, "Not as long as its type has it")
    pinfo.cols.info = (TYPES[kind] or "Message") .. " of a wrong length"
  elseif whole then
    local info = body.add(buffer, tree)
    pinfo.cols.info = info
    tree:append_text(": " .. info)
    return length
  end
  if length > 4 then
    tree:add(m.data, buffer(4, length - 4))
  end
  return length
end

-- 3. RDP ------------------------------------------------------------------------------------------

local PHASES = {
  [0] = "Idle", [1] = "SS", [2] = "CA", [3] = "OOS", [4] = "FR", [5] = "PR", [6] = "RTO",
}
local FLAGS = {
  { 0x80, "SYN" }, { 0x40, "ACK" }, { 0x20, "EACK" }, { 0x10, "RST" }, { 0x08, "NUL" },
  { 0x04, "T" },
}
local RDP_HEADER_LENGTH = 18
local RDP_STATE_LENGTH = 12
local RDP_SYN_LENGTH = 6

local r = rdp.fields
r.syn = ProtoField.bool("rani.rdp.syn", "SYN", 8, nil, 0x80)
r.ack_flag = ProtoField.bool("rani.rdp.ack_flag", "ACK", 8, nil, 0x40)
r.eack_flag = ProtoField.bool("rani.rdp.eack_flag", "EACK", 8, nil, 0x20)
r.rst = ProtoField.bool("rani.rdp.rst", "RST", 8, nil, 0x10)
r.nul = ProtoField.bool("rani.rdp.nul", "NUL", 8, nil, 0x08)
r.t = ProtoField.bool("rani.rdp.t", "Router state follows", 8, nil, 0x04)
r.version = ProtoField.uint8("rani.rdp.version", "Version", base.DEC, nil, 0x03)
r.words = ProtoField.uint8("rani.rdp.header_words", "Header length in words of 16 bits", base.DEC)
r.source = ProtoField.uint16("rani.rdp.source_port", "Source port", base.DEC)
r.destination = ProtoField.uint16("rani.rdp.destination_port", "Destination port", base.DEC)
r.bytes = ProtoField.uint16("rani.rdp.data_bytes", "Bytes of data", base.DEC)
r.sequence = ProtoField.uint32("rani.rdp.sequence", "Sequence number", base.DEC)
r.ack = ProtoField.uint32("rani.rdp.ack", "Acknowledgement number", base.DEC)
r.checksum = ProtoField.uint16("rani.rdp.checksum", "Checksum", base.HEX)
r.max_segments = ProtoField.uint16("rani.rdp.max_segments", "Most outstanding segments", base.DEC)
r.max_bytes = ProtoField.uint16("rani.rdp.max_bytes", "Largest segment", base.DEC)
r.options = ProtoField.uint16("rani.rdp.options", "Options (1 SDM, 2 ECN)", base.HEX)
r.eack = ProtoField.uint32("rani.rdp.eack", "Received out of sequence", base.DEC)
r.state_version = ProtoField.uint8("rani.rdp.state.version", "Version", base.DEC, nil, 0xF0)
r.state_set = ProtoField.bool("rani.rdp.state.set", "SET, a router's request", 8, nil, 0x01)
r.state_ece = ProtoField.bool("rani.rdp.state.ece", "ECE, has received a mark", 8, nil, 0x02)
r.state_cwr = ProtoField.bool("rani.rdp.state.cwr", "CWR, has cut its window", 8, nil, 0x04)
r.phase = ProtoField.uint8("rani.rdp.state.phase", "Phase", base.DEC, PHASES)
r.epoch = ProtoField.uint16("rani.rdp.state.epoch", "Epoch", base.DEC)
r.cwnd = ProtoField.uint16("rani.rdp.state.cwnd", "cwnd, packets", base.DEC)
r.ssthresh = ProtoField.uint16("rani.rdp.state.ssthresh", "ssthresh, packets", base.DEC)
r.srtt = ProtoField.uint16("rani.rdp.state.srtt_ms", "srtt, milliseconds", base.DEC)
r.lost = ProtoField.uint16("rani.rdp.state.lost", "Lost, segments", base.DEC)

local bad_segment = ProtoExpert.new(
  "rani.rdp.malformed", "Malformed", expert.group.MALFORMED, expert.severity.ERROR)
rdp.experts = { bad_segment }
local data_dissector = Dissector.get("data")

local function flag_names(octet)
  local names = {}
  for _, flag in ipairs(FLAGS) do
    if math.floor(octet / flag[1]) % 2 == 1 and flag[2] ~= "T" then
      names[#names + 1] = flag[2]
    end
  end
  return table.concat(names, " ")
end

local function add_state(buffer, tree)
  local state = tree:add(rdp, buffer, "Router state")
  state:add(r.state_version, buffer(0, 1))
  state:add(r.state_set, buffer(0, 1))
  state:add(r.state_ece, buffer(0, 1))
  state:add(r.state_cwr, buffer(0, 1))
  state:add(r.phase, buffer(1, 1))
  state:add(r.epoch, buffer(2, 2))
  state:add(r.cwnd, buffer(4, 2))
  state:add(r.ssthresh, buffer(6, 2))
  state:add(r.srtt, buffer(8, 2))
  state:add(r.lost, buffer(10, 2))
end

function rdp.dissector(buffer, pinfo, root)
  local length = buffer:len()
  pinfo.cols.protocol = "RDP"
  local tree = root:add(rdp, buffer())
  if length < RDP_HEADER_LENGTH then
    tree:add_proto_expert_info(bad_segment, "Shorter than 18 bytes")
    pinfo.cols.info = "Malformed segment"
    return length
  end
  local octet = buffer(0, 1):uint()
  local header = buffer(1, 1):uint() * 2
  local data = buffer(6, 2):uint()
  for _, field in ipairs({ r.syn, r.ack_flag, r.eack_flag, r.rst, r.nul, r.t, r.version }) do
    tree:add(field, buffer(0, 1))
  end
  tree:add(r.words, buffer(1, 1))
  tree:add(r.source, buffer(2, 2))
  tree:add(r.destination, buffer(4, 2))
  tree:add(r.bytes, buffer(6, 2))
  tree:add(r.sequence, buffer(8, 4))
  tree:add(r.ack, buffer(12, 4))
  tree:add(r.checksum, buffer(16, 2))
  local names = flag_names(octet)
  local info = buffer(2, 2):uint() .. " -> " .. buffer(4, 2):uint() .. " [" .. names .. "] Seq="
    .. buffer(8, 4):uint()
  if math.floor(octet / 0x40) % 2 == 1 then
    info = info .. " Ack=" .. buffer(12, 4):uint()
  end
  info = info .. " Len=" .. data
  pinfo.cols.info = info
  tree:append_text(": " .. info)
  local stateful = math.floor(octet / 0x04) % 2 == 1
  local list_end = header - (stateful and RDP_STATE_LENGTH or 0)
  if octet % 4 ~= 2 then
    tree:add_proto_expert_info(bad_segment, "Version is not 2")
    return length
  end
  if list_end < RDP_HEADER_LENGTH or header + data ~= buffer:reported_len() then
    tree:add_proto_expert_info(bad_segment, "Header and data are not the packet's payload")
    return length
  end
  if header > length then
    return length -- not all of it was captured
  end
  if octet >= 0x80 then
    if list_end - RDP_HEADER_LENGTH ~= RDP_SYN_LENGTH then
      tree:add_proto_expert_info(bad_segment, "A SYN has three words of parameters")
    else
      tree:add(r.max_segments, buffer(18, 2))
      tree:add(r.max_bytes, buffer(20, 2))
      tree:add(r.options, buffer(22, 2))
    end
  elseif math.floor(octet / 0x20) % 2 == 1 then
    if list_end == RDP_HEADER_LENGTH or (list_end - RDP_HEADER_LENGTH) % 4 ~= 0 then
      tree:add_proto_expert_info(bad_segment, "An EACK list has two words for each number")
    else
      for at = RDP_HEADER_LENGTH, list_end - 4, 4 do
        tree:add(r.eack, buffer(at, 4))
      end
    end
  elseif list_end ~= RDP_HEADER_LENGTH then
    tree:add_proto_expert_info(bad_segment, "Header words that no flag explains")
  end
  if stateful then
    add_state(buffer(list_end, RDP_STATE_LENGTH), tree)
  end
  if length > header then
    tree:set_len(header)
    data_dissector:call(buffer(header, length - header):tvb(), pinfo, root)
  end
  return length
end

-- 4. The traffic generator ------------------------------------------------------------------------

local KINDS = { [1] = "data, to be acknowledged", [2] = "data", [3] = "acknowledgement" }
local f = flow.fields
f.kind = ProtoField.uint8("rani.flow.kind", "Kind", base.DEC, KINDS)
f.number = ProtoField.uint16("rani.flow.number", "Flow", base.DEC)
f.sequence = ProtoField.uint32("rani.flow.sequence", "Sequence, or next expected", base.DEC)

local udp_ports = DissectorTable.get("udp.port")
local others = {} -- who else is asked about a port that generators use

function flow.dissector(buffer, pinfo, root)
  local kind = buffer:len() >= 8 and buffer(1, 1):uint() == 0 and KINDS[buffer(0, 1):uint()]
  if not kind or pinfo.private["rani"] == nil then
    local other = others[pinfo.match_uint]
    if other == nil then
      return 0
    end
    hand_on(other, buffer, pinfo, root, root)
    return buffer:len()
  end
  pinfo.cols.protocol = "RANI"
  local tree = root:add(flow, buffer(0, 8))
  tree:add(f.kind, buffer(0, 1))
  tree:add(f.number, buffer(2, 2))
  tree:add(f.sequence, buffer(4, 4))
  pinfo.cols.info = "Flow " .. buffer(2, 2):uint() .. ", " .. kind .. ", " .. buffer(4, 4):uint()
  return buffer:len()
end

-- 5. Ping and traceroute ---------------------------------------------------------------------------

local ping = Proto("rani_ping", "RANI ping")
local trace = Proto("rani_trace", "RANI traceroute")
local PING_MAGIC, PING_LENGTH = 0x5047, 16
local TRACE_MAGIC, TRACE_HEAD, TRACE_RECORD = 0x5254, 16, 32
local PING_KINDS = { [1] = "question", [2] = "answer" }
local TRACE_KINDS = { [1] = "there", [2] = "back" }

local p = ping.fields
p.kind = ProtoField.uint8("rani.ping.kind", "Kind", base.DEC, PING_KINDS)
p.number = ProtoField.uint32("rani.ping.number", "Ping", base.DEC)
p.sequence = ProtoField.uint32("rani.ping.sequence", "Sequence", base.DEC)
p.asker = ProtoField.ipv4("rani.ping.asker", "Asker")

local t = trace.fields
t.kind = ProtoField.uint8("rani.trace.kind", "Kind", base.DEC, TRACE_KINDS)
t.number = ProtoField.uint32("rani.trace.number", "Trace", base.DEC)
t.asker = ProtoField.ipv4("rani.trace.asker", "Asker")
t.used = ProtoField.uint8("rani.trace.used", "Records", base.DEC)
t.room = ProtoField.uint8("rani.trace.room", "Room for records", base.DEC)
t.left_out = ProtoField.uint16("rani.trace.left_out", "Records that had no room", base.DEC)
t.node = ProtoField.ipv4("rani.trace.node", "Node")
t.ttl = ProtoField.uint8("rani.trace.ttl", "TTL", base.DEC)
t.back = ProtoField.bool("rani.trace.back", "On the way back", 8, nil, 0x01)
t.filtered = ProtoField.bool("rani.trace.filtered", "A filter for it stands", 8, nil, 0x02)
t.rules = ProtoField.uint16("rani.trace.rules", "Rules on the ingress link", base.DEC)
t.ingress = ProtoField.uint16("rani.trace.ingress", "Ingress link + 1", base.DEC)
t.egress = ProtoField.uint16("rani.trace.egress", "Egress link + 1", base.DEC)
t.queue = ProtoField.uint32("rani.trace.queue", "Frames that wait", base.DEC)
t.average = ProtoField.uint32("rani.trace.average", "Average, 1/1000 frames", base.DEC)
t.lifetime = ProtoField.uint32("rani.trace.lifetime_us", "Lifetime left, microseconds", base.DEC)
t.held = ProtoField.uint32("rani.trace.held_us", "Held here, microseconds", base.DEC)
t.delay = ProtoField.uint32("rani.trace.delay_us", "Delay of the egress, microseconds", base.DEC)

local function begins(buffer, pinfo, magic, least)
  return pinfo.private["rani"] ~= nil and buffer:len() >= least
    and buffer(0, 2):uint() == magic and buffer(2, 1):uint() == 1
end

function ping.dissector(buffer, pinfo, root)
  pinfo.cols.protocol = "RANI"
  local tree = root:add(ping, buffer(0, PING_LENGTH))
  tree:add(p.kind, buffer(3, 1))
  tree:add(p.number, buffer(4, 4))
  tree:add(p.sequence, buffer(8, 4))
  tree:add(p.asker, buffer(12, 4))
  pinfo.cols.info = "Ping " .. buffer(4, 4):uint() .. ", "
    .. (PING_KINDS[buffer(3, 1):uint()] or "?") .. " " .. buffer(8, 4):uint()
  return buffer:len()
end

function trace.dissector(buffer, pinfo, root)
  pinfo.cols.protocol = "RANI"
  local tree = root:add(trace, buffer())
  tree:add(t.kind, buffer(3, 1))
  tree:add(t.number, buffer(4, 4))
  tree:add(t.asker, buffer(8, 4))
  tree:add(t.used, buffer(12, 1))
  tree:add(t.room, buffer(13, 1))
  tree:add(t.left_out, buffer(14, 2))
  local used = buffer(12, 1):uint()
  pinfo.cols.info = "Traceroute " .. buffer(4, 4):uint() .. ", "
    .. (TRACE_KINDS[buffer(3, 1):uint()] or "?") .. ", " .. used .. " records"
  for record = 0, used - 1 do
    local at = TRACE_HEAD + record * TRACE_RECORD
    if at + TRACE_RECORD > buffer:len() then
      break
    end
    local each = tree:add(t.node, buffer(at, 4))
    each:add(t.ttl, buffer(at + 4, 1))
    each:add(t.back, buffer(at + 5, 1))
    each:add(t.filtered, buffer(at + 5, 1))
    each:add(t.rules, buffer(at + 6, 2))
    each:add(t.ingress, buffer(at + 8, 2))
    each:add(t.egress, buffer(at + 10, 2))
    each:add(t.queue, buffer(at + 12, 4))
    each:add(t.average, buffer(at + 16, 4))
    each:add(t.lifetime, buffer(at + 20, 4))
    each:add(t.held, buffer(at + 24, 4))
    each:add(t.delay, buffer(at + 28, 4))
  end
  return buffer:len()
end

local function ping_heuristic(buffer, pinfo, root)
  if not begins(buffer, pinfo, PING_MAGIC, PING_LENGTH) then
    return false
  end
  ping.dissector(buffer, pinfo, root)
  return true
end

local function trace_heuristic(buffer, pinfo, root)
  if not begins(buffer, pinfo, TRACE_MAGIC, TRACE_HEAD) then
    return false
  end
  trace.dissector(buffer, pinfo, root)
  return true
end

-- 6. Capsules -------------------------------------------------------------------------------------

local CAPSULE = "15"
local CAPSULE_LENGTH = 36
local HASH_LENGTH = 32
local capsule = Proto("rani_capsule", "RANI capsule")
local c = capsule.fields
c.version = ProtoField.uint8("rani.capsule.version", "Version", base.DEC)
c.carries = ProtoField.bool("rani.capsule.carries", "It carries its code", 8, nil, 0x01)
c.arguments_length = ProtoField.uint16(
  "rani.capsule.arguments_length", "Length of the arguments", base.DEC)
c.hash = ProtoField.bytes("rani.capsule.hash", "SHA-256 of the code")
c.arguments = ProtoField.bytes("rani.capsule.arguments", "Arguments")
c.code = ProtoField.bytes("rani.capsule.code", "Code")
local capsule_malformed = ProtoExpert.new(
  "rani.capsule.malformed", "Malformed", expert.group.MALFORMED, expert.severity.ERROR)
capsule.experts = { capsule_malformed }

function capsule.dissector(buffer, pinfo, root)
  pinfo.cols.protocol = "RANI"
  local length = buffer:len()
  local tree = root:add(capsule, buffer())
  local arguments = buffer(2, 2):uint()
  local carries = buffer(1, 1):bitfield(7, 1) == 1
  local hash = buffer(4, HASH_LENGTH)
  tree:add(c.version, buffer(0, 1))
  tree:add(c.carries, buffer(1, 1))
  tree:add(c.arguments_length, buffer(2, 2))
  tree:add(c.hash, hash)
  local text = "Capsule of code " .. tostring(hash:bytes()):sub(1, 8):lower() .. ", "
    .. arguments .. " bytes of arguments"
  local code = length - CAPSULE_LENGTH - arguments
  if buffer(0, 1):uint() ~= 1 or buffer(1, 1):uint() > 1 or code < 0 or carries ~= (code > 0) then
    tree:add_proto_expert_info(capsule_malformed, "Bad header, or lengths that do not agree")
  else
    if arguments > 0 then
      tree:add(c.arguments, buffer(CAPSULE_LENGTH, arguments))
    end
    if carries then
      tree:add(c.code, buffer(CAPSULE_LENGTH + arguments, code))
      text = text .. ", with its code of " .. code .. " bytes"
    end
  end
  pinfo.cols.info = text
  return length
end

local function capsule_heuristic(buffer, pinfo, root)
  if pinfo.private["rani_service"] ~= CAPSULE or buffer:len() < CAPSULE_LENGTH then
    return false
  end
  capsule.dissector(buffer, pinfo, root)
  return true
end

-- 7. Where they are asked ---------------------------------------------------------------------------

DissectorTable.get("wtap_encap"):add(wtap.USER0, rani)
DissectorTable.get("ip.proto"):add(27, rdp)
DissectorTable.get("ip.proto"):add(253, message)
udp_ports:add_for_decode_as(rani)
for _, range in ipairs({ { 5000, 5099 }, { 7000, 7000 } }) do
  for port = range[1], range[2] do
    others[port] = udp_ports:get_dissector(port)
    udp_ports:add(port, flow)
  end
end
rani:register_heuristic("udp", heuristic)
ping:register_heuristic("udp", ping_heuristic)
trace:register_heuristic("udp", trace_heuristic)
capsule:register_heuristic("udp", capsule_heuristic)
