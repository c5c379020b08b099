"""What the replay viewer plays: a match or a scenario as story steps, told in sentences and packed for the way."""
