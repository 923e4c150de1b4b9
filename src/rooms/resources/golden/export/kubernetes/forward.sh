#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Brings the control planes, which listen within their pods alone, to this
# machine's loopback, until it is ended.
trap 'kill $all 2>/dev/null' EXIT
trap exit INT TERM
all=
kubectl port-forward pod/pair-of-2-left-0 10001 & all="$all $!"
kubectl port-forward pod/pair-of-2-right-one-0 10002 & all="$all $!"
wait
