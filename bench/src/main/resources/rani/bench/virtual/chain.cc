// SPDX-License-Identifier: Apache-2.0
// The chain of the case `virtual`, for ns-3: nodes in a row, 100 constant flows from the first to
// the last. Says "ready", waits for a line, runs, says how often a packet crossed a link, and waits
// for the end of its standard input.
//
//   chain NODES PACKETS-OF-A-FLOW
#include <cstdlib>
#include <iostream>
#include <string>

#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/internet-module.h"
#include "ns3/network-module.h"
#include "ns3/point-to-point-module.h"

using namespace ns3;

int main(int argc, char **argv) {
  const uint32_t nodes = std::atoi(argv[1]);
  const uint32_t packets = std::atoi(argv[2]);
  const uint32_t flows = 100;
  const double interval = 0.016;
  const uint32_t bytes = 1000 - 28; // IPv4 and UDP headers come on top
  const uint16_t port = 7000;

  NodeContainer row;
  row.Create(nodes);
  InternetStackHelper internet;
  internet.Install(row);
  PointToPointHelper link;
  link.SetDeviceAttribute("DataRate", StringValue("100Mbps"));
  link.SetChannelAttribute("Delay", StringValue("1ms"));
  Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.252");
  Ipv4Address last;
  for (uint32_t i = 1; i < nodes; i++) {
    NetDeviceContainer ends = link.Install(row.Get(i - 1), row.Get(i));
    last = addresses.Assign(ends).GetAddress(1);
    addresses.NewNetwork();
  }
  Ipv4GlobalRoutingHelper::PopulateRoutingTables();

  UdpServerHelper sinks(port);
  ApplicationContainer sink = sinks.Install(row.Get(nodes - 1));
  UdpClientHelper client(last, port);
  client.SetAttribute("MaxPackets", UintegerValue(packets));
  client.SetAttribute("Interval", TimeValue(Seconds(interval)));
  client.SetAttribute("PacketSize", UintegerValue(bytes));
  for (uint32_t k = 0; k < flows; k++) {
    client.Install(row.Get(0)).Start(Seconds(k * interval / flows));
  }
  Simulator::Stop(Seconds((packets + 2) * interval + 0.002 * nodes));

  std::string line;
  std::cout << "ready" << std::endl;
  std::getline(std::cin, line);
  Simulator::Run();
  uint64_t arrived = sink.Get(0)->GetObject<UdpServer>()->GetReceived();
  std::cout << "hops " << arrived * (nodes - 1) << std::endl;
  std::getline(std::cin, line);
  Simulator::Destroy();
  return 0;
}
