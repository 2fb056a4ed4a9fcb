"""The docket: disputes, evidence, rulings and their effects, warnings, who left or was put out."""
