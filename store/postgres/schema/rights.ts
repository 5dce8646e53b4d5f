/** A function that may do what its caller may not: under the rights of the store's owner, and whatever the caller's names mean. */
export const asOwner = 'SECURITY DEFINER SET search_path = watchpost, pg_temp'

/** What a command changes by statements of its own. Messages, the log and the counts change by functions alone. */
const changed = [
  'facts, machines, agents, agent_tags, sessions, bells, asks, requests, reservations, deliveries, postings, retractions, returned, outbox, loops, withheld',
  'foreign_ids, synced, words, debates, decisions, groups, channels, posts, subscriptions, queues, commissions, redispatches',
  'drafts, presence, views, assignments, alerts',
].join(', ')
/** What is only ever added to. */
const added = 'approvals, nudges'

/** What a role that does not own the store may do with it. */
export const rightsFunctions = `
CREATE FUNCTION admit(member TEXT) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('GRANT USAGE ON SCHEMA watchpost TO %I', member);
  EXECUTE format('GRANT SELECT ON ALL TABLES IN SCHEMA watchpost TO %I', member);
  EXECUTE format('GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA watchpost TO %I', member);
  EXECUTE format('REVOKE SELECT ON tokens FROM %I', member);
  EXECUTE format('GRANT INSERT, UPDATE, DELETE ON ${changed} TO %I', member);
  EXECUTE format('GRANT USAGE ON SEQUENCE bells_id_seq, loops_id_seq TO %I', member);
  EXECUTE format('GRANT INSERT ON ${added} TO %I', member);
END $$;
`
