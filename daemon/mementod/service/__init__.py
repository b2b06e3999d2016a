"""mementod as a service of the user: units and plists, the doors to systemd and launchd, what is where."""
