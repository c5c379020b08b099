from engine.coaches.any_legal import AnyLegal as BattleballPlanner
