"""Pages that show matches: of leagues, of teams, of the matches themselves; and the rulebook."""
