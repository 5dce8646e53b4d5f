import { type ErrorCode, isMailError, MailError } from '../../src/domain/errors.ts'
import type { MailStore } from '../mail-store.ts'

type Group = Exclude<keyof MailStore, 'location' | 'close'>

/** The port's methods, as paths such as `deliveries.page`. */
export type MethodPath = { [G in Group]: `${G}.${Extract<keyof MailStore[G], string>}` }[Group]

/**
 * How a method is called. `writes`: not before nobody else writes, so that looks go on meanwhile. `waits`: its last
 * argument is an `AbortSignal`.
 */
export type MethodStyle = 'answers' | 'writes' | 'waits'

/** Every method of the port; the compiler misses none. */
export const methods: Readonly<Record<MethodPath, MethodStyle>> = {
  'facts.swarm': 'answers',
  'facts.read': 'answers',
  'facts.setSwarm': 'writes',
  'facts.remember': 'writes',
  'facts.remembered': 'answers',
  'facts.swap': 'writes',
  'roster.lookUp': 'answers',
  'roster.find': 'answers',
  'roster.findBySession': 'answers',
  'roster.findByPane': 'answers',
  'roster.list': 'answers',
  'roster.unread': 'answers',
  'roster.unreadOfAll': 'answers',
  'roster.register': 'writes',
  'roster.update': 'writes',
  'roster.setState': 'writes',
  'roster.beat': 'writes',
  'roster.nearest': 'answers',
  'messages.deliver': 'writes',
  'messages.find': 'answers',
  'messages.read': 'answers',
  'messages.thread': 'answers',
  'messages.threadSizes': 'answers',
  'messages.sent': 'answers',
  'messages.search': 'answers',
  'messages.searchCold': 'answers',
  'messages.sentSince': 'answers',
  'messages.index': 'writes',
  'messages.newest': 'answers',
  'messages.uuid': 'answers',
  'deliveries.page': 'answers',
  'deliveries.everyone': 'answers',
  'deliveries.count': 'answers',
  'deliveries.of': 'answers',
  'deliveries.find': 'answers',
  'deliveries.move': 'writes',
  'deliveries.hold': 'writes',
  'deliveries.holdNext': 'writes',
  'deliveries.settle': 'writes',
  'deliveries.renew': 'writes',
  'deliveries.release': 'writes',
  'deliveries.owed': 'answers',
  'deliveries.bury': 'writes',
  'deliveries.untold': 'answers',
  'deliveries.unreported': 'answers',
  'deliveries.failedRequests': 'answers',
  'deliveries.redeliver': 'writes',
  'deliveries.olderThan': 'answers',
  'groups.find': 'answers',
  'groups.list': 'answers',
  'groups.create': 'writes',
  'groups.change': 'writes',
  'groups.remove': 'writes',
  'groups.held': 'answers',
  'groups.deliverHeld': 'writes',
  'queues.find': 'answers',
  'queues.list': 'answers',
  'queues.create': 'writes',
  'queues.setStatus': 'writes',
  'queues.claim': 'writes',
  'queues.renew': 'writes',
  'queues.release': 'writes',
  'queues.finish': 'writes',
  'queues.lapsed': 'answers',
  'queues.returnLapsed': 'writes',
  'channels.find': 'answers',
  'channels.list': 'answers',
  'channels.create': 'writes',
  'channels.close': 'writes',
  'channels.remove': 'writes',
  'channels.subscribe': 'writes',
  'channels.unsubscribe': 'writes',
  'channels.posts': 'answers',
  'channels.pin': 'writes',
  'channels.prunable': 'answers',
  'channels.prune': 'writes',
  'places.list': 'answers',
  'places.tagged': 'answers',
  'log.history': 'answers',
  'log.receipts': 'answers',
  'log.outcomes': 'answers',
  'log.told': 'answers',
  'log.undoable': 'answers',
  'log.reverse': 'writes',
  'log.since': 'answers',
  'log.noteNudge': 'writes',
  'log.nudges': 'answers',
  'drafts.save': 'writes',
  'drafts.find': 'answers',
  'drafts.list': 'answers',
  'drafts.remove': 'writes',
  'drafts.take': 'writes',
  'views.save': 'writes',
  'views.list': 'answers',
  'views.remove': 'writes',
  'presence.list': 'answers',
  'presence.put': 'writes',
  'presence.leave': 'writes',
  'debates.find': 'answers',
  'debates.list': 'answers',
  'debates.unjudged': 'answers',
  'debates.judge': 'writes',
  'debates.tally': 'answers',
  'debates.decide': 'writes',
  'debates.file': 'writes',
  'debates.unfiled': 'answers',
  'debates.decisions': 'answers',
  'debates.recent': 'answers',
  'tasks.find': 'answers',
  'tasks.list': 'answers',
  'tasks.facts': 'answers',
  'tasks.messages': 'answers',
  'tasks.history': 'answers',
  'tasks.traffic': 'answers',
  'tasks.steps': 'answers',
  'sessions.find': 'answers',
  'sessions.list': 'answers',
  'sessions.beat': 'writes',
  'sessions.end': 'writes',
  'sessions.work': 'answers',
  'sessions.takeBack': 'writes',
  'sessions.returned': 'answers',
  'sessions.leftOpen': 'answers',
  'sessions.brief': 'writes',
  'sessions.isBriefed': 'answers',
  'assignments.assign': 'writes',
  'assignments.find': 'answers',
  'statistics.read': 'answers',
  'statistics.timeline': 'answers',
  'upkeep.chill': 'writes',
  'upkeep.chillable': 'answers',
  'upkeep.due': 'answers',
  'upkeep.endDue': 'writes',
  'upkeep.silent': 'answers',
  'upkeep.foresee': 'answers',
  'upkeep.overdue': 'answers',
  'upkeep.sentKeys': 'answers',
  'upkeep.checkpoint': 'answers',
  'upkeep.hurry': 'answers',
  'upkeep.findRedispatch': 'answers',
  'upkeep.putRedispatch': 'writes',
  'backups.make': 'answers',
  'upkeep.givenOut': 'answers',
  'exchange.enrol': 'writes',
  'exchange.take': 'writes',
  'exchange.known': 'answers',
  'exchange.name': 'writes',
  'exchange.departures': 'answers',
  'exchange.departuresOf': 'answers',
  'commissions.open': 'writes',
  'commissions.find': 'answers',
  'commissions.list': 'answers',
  'commissions.contribute': 'writes',
  'commissions.limit': 'writes',
  'tokens.add': 'writes',
  'tokens.find': 'answers',
  'tokens.list': 'answers',
  'tokens.revoke': 'writes',
  'peers.find': 'answers',
  'peers.list': 'answers',
  'peers.put': 'writes',
  'peers.remove': 'writes',
  'peers.saw': 'writes',
  'peers.forgetVolatile': 'writes',
  'outbox.due': 'answers',
  'outbox.drop': 'writes',
  'outbox.again': 'writes',
  'outbox.hasten': 'writes',
  'outbox.bound': 'answers',
  'outbox.waiting': 'answers',
  'live.changed': 'waits',
  'live.mail': 'waits',
  'live.tend': 'writes',
  'live.tidy': 'answers',
}

/** `signal` stands for an `AbortSignal`: the same number for the same signal, call after call. */
export type Request =
  | {
      readonly type: 'call'
      readonly call: number
      readonly path: MethodPath
      readonly args: readonly unknown[]
    }
  | {
      readonly type: 'wait'
      readonly call: number
      readonly path: MethodPath
      readonly args: readonly unknown[]
      readonly signal: number
    }
  | { readonly type: 'abort' | 'forget'; readonly signal: number }
  | { readonly type: 'close' }

export type Reply =
  | { readonly type: 'open'; readonly location: string }
  | { readonly type: 'failed'; readonly error: PlainError }
  | { readonly type: 'result'; readonly call: number; readonly value: unknown }
  | { readonly type: 'error'; readonly call: number; readonly error: PlainError }
  | { readonly type: 'closed' }

/** An error as plain data: `code` only where it is one of ours. */
export type PlainError = {
  readonly code: ErrorCode | null
  readonly message: string
  readonly hint: string
  readonly stack: string | null
}

export function toPlain(error: unknown): PlainError {
  if (isMailError(error)) return { code: error.code, message: error.message, hint: error.hint, stack: null }
  const known = error instanceof Error ? error : new Error(String(error))
  return { code: null, message: known.message, hint: '', stack: known.stack ?? null }
}

export function fromPlain(plain: PlainError): Error {
  if (plain.code !== null) return new MailError(plain.code, plain.message, plain.hint)
  const error = new Error(plain.message)
  if (plain.stack !== null) error.stack = plain.stack
  return error
}
