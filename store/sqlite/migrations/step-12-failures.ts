export const failures = `
-- Requests that failed and were not answered since, by their requester: few, and asked for at every look at what needs attention.
CREATE INDEX deliveries_failed ON deliveries(sender_id, rank & 281474976710655) WHERE owes = 1 AND (box = 4 OR was = 4);
`
