"""What a commissioner does for a team: acting for its coach, correcting its ledger."""
