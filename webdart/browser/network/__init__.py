"""What may leave this machine: the guard, the proxy, hosts, pace, and certificates."""
