import { type ErrorCode, isMailError, MailError } from '../../src/domain/errors.ts'
import type { MailStore } from '../mail-store.ts'

type Group = Exclude<keyof MailStore, 'location' | 'close'>

/** The port's methods, as paths such as `deliveries.page`. */
export type MethodPath = { [G in Group]: `${G}.${Extract<keyof MailStore[G], string>}` }[Group]

/** Every method of the port; the compiler misses none. `waits`: its last argument is an `AbortSignal`. */
export const methods: Readonly<Record<MethodPath, 'answers' | 'waits'>> = {
  'facts.swarm': 'answers',
  'facts.read': 'answers',
  'facts.setSwarm': 'answers',
  'facts.remember': 'answers',
  'facts.remembered': 'answers',
  'roster.lookUp': 'answers',
  'roster.find': 'answers',
  'roster.findBySession': 'answers',
  'roster.findByPane': 'answers',
  'roster.list': 'answers',
  'roster.unread': 'answers',
  'roster.unreadOfAll': 'answers',
  'roster.register': 'answers',
  'roster.update': 'answers',
  'roster.setState': 'answers',
  'roster.beat': 'answers',
  'roster.nearest': 'answers',
  'messages.deliver': 'answers',
  'messages.find': 'answers',
  'messages.read': 'answers',
  'messages.thread': 'answers',
  'messages.threadSizes': 'answers',
  'messages.sent': 'answers',
  'messages.search': 'answers',
  'messages.searchCold': 'answers',
  'messages.sentSince': 'answers',
  'messages.index': 'answers',
  'messages.newest': 'answers',
  'messages.uuid': 'answers',
  'deliveries.page': 'answers',
  'deliveries.everyone': 'answers',
  'deliveries.count': 'answers',
  'deliveries.of': 'answers',
  'deliveries.find': 'answers',
  'deliveries.move': 'answers',
  'deliveries.hold': 'answers',
  'deliveries.holdNext': 'answers',
  'deliveries.settle': 'answers',
  'deliveries.renew': 'answers',
  'deliveries.release': 'answers',
  'deliveries.owed': 'answers',
  'deliveries.bury': 'answers',
  'deliveries.untold': 'answers',
  'deliveries.redeliver': 'answers',
  'deliveries.olderThan': 'answers',
  'groups.find': 'answers',
  'groups.list': 'answers',
  'groups.create': 'answers',
  'groups.change': 'answers',
  'groups.remove': 'answers',
  'groups.held': 'answers',
  'groups.deliverHeld': 'answers',
  'queues.find': 'answers',
  'queues.list': 'answers',
  'queues.create': 'answers',
  'queues.setStatus': 'answers',
  'queues.claim': 'answers',
  'queues.renew': 'answers',
  'queues.release': 'answers',
  'queues.finish': 'answers',
  'queues.lapsed': 'answers',
  'queues.returnLapsed': 'answers',
  'channels.find': 'answers',
  'channels.list': 'answers',
  'channels.create': 'answers',
  'channels.close': 'answers',
  'channels.remove': 'answers',
  'channels.subscribe': 'answers',
  'channels.unsubscribe': 'answers',
  'channels.posts': 'answers',
  'channels.pin': 'answers',
  'channels.prunable': 'answers',
  'channels.prune': 'answers',
  'places.list': 'answers',
  'places.tagged': 'answers',
  'log.history': 'answers',
  'log.receipts': 'answers',
  'log.told': 'answers',
  'log.undoable': 'answers',
  'log.reverse': 'answers',
  'log.since': 'answers',
  'drafts.save': 'answers',
  'drafts.find': 'answers',
  'drafts.list': 'answers',
  'drafts.remove': 'answers',
  'drafts.take': 'answers',
  'views.save': 'answers',
  'views.list': 'answers',
  'views.remove': 'answers',
  'presence.list': 'answers',
  'presence.put': 'answers',
  'presence.leave': 'answers',
  'debates.find': 'answers',
  'debates.list': 'answers',
  'debates.unjudged': 'answers',
  'debates.judge': 'answers',
  'debates.tally': 'answers',
  'debates.decide': 'answers',
  'debates.file': 'answers',
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
  'assignments.assign': 'answers',
  'assignments.find': 'answers',
  'statistics.read': 'answers',
  'statistics.timeline': 'answers',
  'upkeep.chill': 'answers',
  'upkeep.chillable': 'answers',
  'upkeep.due': 'answers',
  'upkeep.endDue': 'answers',
  'upkeep.silent': 'answers',
  'upkeep.foresee': 'answers',
  'upkeep.overdue': 'answers',
  'upkeep.sentKeys': 'answers',
  'upkeep.checkpoint': 'answers',
  'upkeep.findRedispatch': 'answers',
  'upkeep.putRedispatch': 'answers',
  'backups.make': 'answers',
  'upkeep.givenOut': 'answers',
  'exchange.enrol': 'answers',
  'exchange.take': 'answers',
  'exchange.known': 'answers',
  'exchange.name': 'answers',
  'exchange.departures': 'answers',
  'exchange.departuresOf': 'answers',
  'commissions.open': 'answers',
  'commissions.find': 'answers',
  'commissions.list': 'answers',
  'commissions.contribute': 'answers',
  'commissions.limit': 'answers',
  'tokens.add': 'answers',
  'tokens.find': 'answers',
  'tokens.list': 'answers',
  'tokens.revoke': 'answers',
  'peers.find': 'answers',
  'peers.list': 'answers',
  'peers.put': 'answers',
  'peers.remove': 'answers',
  'peers.saw': 'answers',
  'peers.forgetVolatile': 'answers',
  'outbox.due': 'answers',
  'outbox.drop': 'answers',
  'outbox.again': 'answers',
  'outbox.hasten': 'answers',
  'outbox.waiting': 'answers',
  'live.changed': 'waits',
  'live.mail': 'waits',
  'live.tend': 'answers',
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
