import { agents, agentTags } from './agents.ts'
import { cold, escalations, foreignIds, postings, retractions, synced } from './beside-mail.ts'
import { deliveries, returned } from './deliveries.ts'
import { alerts, assignments, drafts, presence, views } from './desk.ts'
import { deeds, events, seals } from './log.ts'
import { loops, withheld } from './loops.ts'
import { messages } from './messages.ts'
import { channels, groups, posts, queues, subscriptions } from './places.ts'
import { approvals, asks, bells, nudges, requests, reservations, sessions } from './sessions.ts'
import { outbox, peers, tokens } from './swarms.ts'
import { type Table, table } from './table.ts'
import { commissions, debates, decisions, redispatches, tasks } from './tasks.ts'

/** store, salt, created_at, roster_version, and swarm where there is one. PostgreSQL keeps the schema here, too. */
const facts = table({ name: 'facts', columns: { name: 'word', value: 'text' }, key: 'name' })

/** Every table that both engines have. What one engine has alone stands in its own schema. */
export const tables: readonly Table[] = [
  facts,
  agents,
  agentTags,
  sessions,
  bells,
  asks,
  requests,
  approvals,
  reservations,
  nudges,
  messages,
  foreignIds,
  synced,
  cold,
  deliveries,
  escalations,
  returned,
  postings,
  retractions,
  loops,
  withheld,
  groups,
  queues,
  channels,
  posts,
  subscriptions,
  deeds,
  events,
  seals,
  debates,
  decisions,
  tasks,
  commissions,
  redispatches,
  drafts,
  presence,
  views,
  assignments,
  alerts,
  tokens,
  peers,
  outbox,
]
