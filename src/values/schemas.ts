import { notified } from './alerts-schema.ts'
import { decidedRequest, permissionRequest } from './approvals-schema.ts'
import { attention } from './attention-schema.ts'
import { rung } from './bells-schema.ts'
import { channel, channels } from './channels-schema.ts'
import {
  blockers,
  debateBoard,
  debateHealth,
  debateLog,
  debates,
  decisions,
  shownDebate,
} from './debates-schema.ts'
import { draft, drafts } from './drafts-schema.ts'
import { adopted, exchanged } from './exchange-schema.ts'
import { glance } from './glance-schema.ts'
import { group, groups } from './groups-schema.ts'
import { keys } from './keys-schema.ts'
import { events, journal, receipts, record, reversed } from './log-schema.ts'
import { endedLoop, loops } from './loops-schema.ts'
import * as mail from './mail-schema.ts'
import { places } from './places-schema.ts'
import { ran } from './programs-schema.ts'
import { queue, queueBoard, queues } from './queues-schema.ts'
import { reservations } from './reservations-schema.ts'
import { agent, agents, nudged, peeked, primed, shownAgent, whoami } from './roster-schema.ts'
import { routed } from './routing-schema.ts'
import type { Value } from './schema-parts.ts'
import { away, stats, timeline } from './statistics-schema.ts'
import { assigned, fleet, left, presences, present } from './supervision-schema.ts'
import { asked, definition, droppedDefinition, peer, peers, pinged } from './swarms-schema.ts'
import { completedTask, shownTask, taskBoard, tasks } from './tasks-schema.ts'
import { filled, parsed, template, templates } from './templates-schema.ts'
import { createdToken, token, tokens } from './tokens-schema.ts'
import { backedUp, compressed, copied, patrolled, redispatched } from './upkeep-schema.ts'
import { view, viewCounts, views } from './views-schema.ts'

/** The schema of each operation's value, by the name in `value`. */
export const valueSchemas = {
  sent: mail.sent,
  inbox: mail.inbox,
  counts: mail.unreadCounts,
  messages: mail.messages,
  statusLine: mail.statusLine,
  primed,
  injected: mail.injected,
  oneMessage: mail.oneMessage,
  thread: mail.thread,
  found: mail.found,
  owed: mail.owed,
  resolved: mail.resolved,
  routed,
  changed: mail.changed,
  moved: mail.moved,
  retracted: mail.retracted,
  finished: mail.finished,
  changedAll: mail.changedAll,
  reversed,
  groups,
  group,
  queues,
  queueBoard,
  queue,
  channels,
  channel,
  places,
  attention,
  glance,
  notified,
  reservations,
  loops,
  endedLoop,
  permissionRequest,
  decidedRequest,
  debates,
  debate: shownDebate,
  debateBoard,
  blockers,
  decisions,
  debateHealth,
  debateLog,
  tasks,
  taskBoard,
  task: shownTask,
  completedTask,
  templates,
  template,
  filled,
  parsed,
  views,
  viewCounts,
  view,
  drafts,
  draft,
  agents,
  agent,
  shownAgent,
  nudged,
  rung,
  peeked,
  whoami,
  fleet,
  presences,
  present,
  left,
  assigned,
  stats,
  timeline,
  away,
  events,
  journal,
  record,
  adopted,
  exchanged,
  patrolled,
  ran,
  backedUp,
  copied,
  compressed,
  redispatched,
  peers,
  definition,
  droppedDefinition,
  peer,
  pinged,
  asked,
  createdToken,
  tokens,
  token,
  receipts,
  keys,
} as const

export type ValueName = keyof typeof valueSchemas
export type Values = { readonly [N in ValueName]: Value<(typeof valueSchemas)[N]> }
