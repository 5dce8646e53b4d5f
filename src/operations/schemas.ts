import { attentionReasons } from '../domain/attention.ts'
import { findingWords, severities } from '../domain/finding.ts'
import { redispatchDecisions } from '../domain/redispatch.ts'
import { runOutcomes } from '../domain/run.ts'
import { tokenRoles } from '../domain/token.ts'
import { debate, debateHealth, decision, loggedPosition, shownDebate } from './debates/schema.ts'
import { event, receipt } from './log/schema.ts'
import {
  agent,
  channel,
  count,
  counts,
  draft,
  fullMessage,
  group,
  id,
  inboxRow,
  list,
  message,
  moment,
  momentOrNull,
  object,
  oneOf,
  places,
  problems,
  queue,
  type Schema,
  savedView,
  text,
  textOrNull,
  yes,
} from './schema-parts.ts'
import { shownAgent, working } from './sessions/schema.ts'
import { assigned, assignment, presence, stats, timelineRow } from './supervision/schema.ts'
import { peer, token } from './swarms/schema.ts'
import { completedTask, shownTask, task } from './tasks/schema.ts'
import { filledTemplate, parsedMail, template } from './templates/schema.ts'
import { actNames } from './upkeep/act.ts'

const states = ['delivered', 'held', 'queued', 'posted', 'remote'] as const
const ways = ['flag', 'environment', 'session', 'pane', 'person', 'none'] as const
const recipient = object({ address: text, state: oneOf(states) })
const deed = object({ deed: count, at: moment, what: text, messages: list(id) })

/** JSON Schema (2020-12) of what each operation answers with, by the name it gives in `value`. */
export const schemas = {
  sent: object({ id, thread: id, recipients: list(recipient), duplicate: yes, warnings: list(text) }),
  inbox: object({ owner: text, messages: list(inboxRow), unread: count, next: textOrNull }),
  counts,
  messages: object({ messages: list(fullMessage), problems }, ['problems']),
  statusLine: object({ text, unread: counts }),
  primed: object({ text }),
  injected: object({
    ...{ text, shown: list(id), portions: list(id), headers: list(id), unread: count, leftOpen: list(id) },
  }),
  oneMessage: object({ message: fullMessage }),
  thread: object({
    thread: id,
    subject: text,
    messages: list(fullMessage),
    assigned: { oneOf: [assignment, { type: 'null' }] },
    next: textOrNull,
  }),
  found: object({ messages: list(message), next: textOrNull }),
  owed: object({
    owed: list(
      object({
        ...{ message, who: text, since: moment, kind: oneOf(['by-me', 'to-me']) },
        ...{ state: oneOf(['open', 'failed']), reason: textOrNull, working },
      }),
    ),
    closed: list(object({ message, who: text, since: moment, by: text, at: moment })),
    next: textOrNull,
  }),
  resolved: object(
    {
      recipients: list(object({ address: text, via: text })),
      how: list(text),
      unknown: list(text),
      problems,
    },
    ['problems'],
  ),
  changed: object({ at: moment }),
  moved: object({ messages: list(message), problems }, ['problems']),
  reversed: {
    oneOf: [object({ what: text, messages: list(message) }), object({ deeds: list(deed) })],
  },
  groups: object({ groups: list(group), next: textOrNull }),
  group,
  queues: object({ queues: list(queue), next: textOrNull }),
  queue,
  channels: object({ channels: list(channel), next: textOrNull }),
  channel,
  places,
  attention: object({
    attention: list(
      object({
        message: { oneOf: [message, { type: 'null' }] },
        agent: textOrNull,
        queue: textOrNull,
        why: oneOf(attentionReasons),
        reason: text,
        since: momentOrNull,
        command: text,
      }),
    ),
  }),
  debates: object({ debates: list(debate), next: textOrNull }),
  debate: shownDebate,
  blockers: object({ blockers: list(debate), next: textOrNull }),
  decisions: object({ decisions: list(decision), next: textOrNull }),
  debateHealth,
  debateLog: object({ positions: list(loggedPosition), file: textOrNull }),
  tasks: object({ tasks: list(task), next: textOrNull }),
  task: shownTask,
  completedTask,
  templates: object({ templates: list(template) }),
  template,
  filled: filledTemplate,
  parsed: parsedMail,
  views: object({ views: list(savedView), next: textOrNull }),
  view: savedView,
  drafts: object({ drafts: list(draft), next: textOrNull }),
  draft,
  agents: object({ agents: list(agent), next: textOrNull }),
  agent,
  shownAgent,
  nudged: object({ pane: text }),
  whoami: object({ address: textOrNull, actor: text, how: oneOf(ways), session: textOrNull }),
  presences: object({ presence: list(presence) }),
  present: presence,
  left: object({ terminal: text }),
  assigned,
  stats,
  timeline: object({ agent: text, timeline: list(timelineRow), next: textOrNull }),
  events: object({ events: list(event), next: textOrNull }),
  exchanged: object({ read: count, written: count, skipped: list(object({ where: text, why: text })) }),
  patrolled: object({
    acts: list(object({ act: oneOf(actNames), what: text, why: text, messages: list(id) })),
    dryRun: yes,
  }),
  ran: object({
    message: id,
    from: text,
    outcome: oneOf(runOutcomes),
    exit: { type: ['integer', 'null'] },
    signal: textOrNull,
    reason: textOrNull,
    reply: { oneOf: [id, { type: 'null' }] },
    milliseconds: count,
  }),
  examination: object({
    store: text,
    sound: yes,
    findings: list(
      object({
        finding: oneOf(findingWords),
        severity: oneOf(severities),
        where: text,
        why: text,
        mend: text,
        mended: yes,
      }),
    ),
  }),
  backedUp: object({ file: text, bytes: count, messages: count, problems }, ['problems']),
  redispatched: object({
    bead: text,
    decision: oneOf(redispatchDecisions),
    rig: textOrNull,
    to: textOrNull,
    message: { oneOf: [id, { type: 'null' }] },
    failures: count,
    attemptedAt: momentOrNull,
    why: text,
  }),
  peers: object({ swarms: list(peer) }),
  peer,
  pinged: object({ swarm: textOrNull, url: text, version: text, milliseconds: count }),
  asked: object({ event: text, task: textOrNull, text, response: textOrNull }),
  createdToken: object({ token: text, role: oneOf(tokenRoles), id: text, key: text }),
  tokens: object({ tokens: list(token) }),
  token,
  receipts: object({ receipts: list(receipt), next: textOrNull }),
} as const satisfies Readonly<Record<string, Schema>>
