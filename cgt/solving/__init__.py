"""Questions about games: routes to answers, lists, crosschecks, discoveries. Games are known by the registry alone."""
