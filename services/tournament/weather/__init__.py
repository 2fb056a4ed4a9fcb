"""Weather: what warnings mean for a day, what is proposed and answered, suspension and the new date."""
