"""What a season does about coaches who do nothing: its policy, pure, and the form that asks for it."""
