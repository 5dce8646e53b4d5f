import { isRemote } from './addressing/address.ts'
import { systemSubjects } from './commission.ts'
import { type DeadReason, deadSentences } from './dead-reason.ts'
import { type Delivery, statusOf } from './delivery.ts'
import { reasonInLine } from './failure-notice.ts'
import { kindRules } from './kind.ts'
import type { Message } from './message.ts'
import { isQueueAddress } from './places.ts'

/** A message of a task. `awaitsAnswer`: its sender waits for an answer to it, not for the end of the task. */
export type TaskWord = Pick<
  Message,
  'id' | 'thread' | 'from' | 'to' | 'cc' | 'kind' | 'subject' | 'replyTo'
> & { readonly awaitsAnswer: boolean }
/** A copy of one. `endedAt` and `reason` are of what settled it. */
export type TaskCopy = Pick<
  Delivery,
  'owner' | 'message' | 'box' | 'was' | 'owes' | 'readAt' | 'deadReason'
> & {
  readonly endedAt: number | null
  readonly reason: string | null
}

/** A task of a server since it ended last. */
export type TaskLife = {
  /** The name that its owner has here; `null` where it waits in another swarm. */
  readonly owner: string | null
  readonly entrypoint: string | null
  /** Oldest first. */
  readonly words: readonly TaskWord[]
  readonly copies: readonly TaskCopy[]
  /** Agents that are retired. */
  readonly gone: ReadonlySet<string>
  /** Nobody may complete tasks, so the answer of whom its owner asked counts as the end. */
  readonly answerEnds: boolean
}

/** The state of what the owner asked. Only the first four end its wait again. */
export type TurnEnd =
  | { readonly is: 'answered'; readonly answer: number }
  | { readonly is: 'done' }
  | { readonly is: 'failed'; readonly why: string }
  /** The task waits for its owner, who is to be told. */
  | { readonly is: 'asks'; readonly question: number; readonly by: string }
  /** The owner was told of that question. `isIdle`: nobody holds work of it. */
  | { readonly is: 'waits'; readonly question: number; readonly by: string; readonly isIdle: boolean }
  /** These hold work. */
  | { readonly is: 'goes-on'; readonly with: readonly string[] }
  | { readonly is: 'silent' }

/** What the owner asked once: each has its own end. */
export type Turn = {
  readonly request: number
  /** Who it was given to, and the message by which: another than the request where that was handed on. */
  readonly holder: string | null
  readonly given: number
  /** Where the request answers a question about another one, the messages by which that work was given. */
  readonly earlier: readonly number[]
  readonly end: TurnEnd
}

/** By these the system ends what its owner asked, in a task that goes on with something else. */
const finishing: ReadonlySet<string> = new Set([
  systemSubjects.complete,
  systemSubjects.error,
  systemSubjects.steps,
])

type Told = Pick<TaskWord, 'from' | 'kind' | 'subject' | 'replyTo'>

/** Whether a message ends a turn, and not its whole task. */
export function isTurnFinish({ from, kind, subject, replyTo }: Told): boolean {
  return from === 'system' && kind === 'response' && replyTo !== null && finishing.has(subject)
}

/** Whether the system tells the owner by it that an agent asks about a request: what waits for the request has that for an end. */
export function tellsQuestion({ from, kind, subject, replyTo }: Told): boolean {
  const isEnd = kind === 'complete' || kind === 'response'
  return from === 'system' && isEnd && replyTo !== null && subject === systemSubjects.breakpoint
}

/** Whether the caller of a request waits no longer, though its task goes on: it has a result, or is asked something. */
export function endsWaitFor(request: number, word: Told): boolean {
  return word.replyTo === request && (isTurnFinish(word) || tellsQuestion(word))
}

/** Whether the caller is to be told of it now. */
export function hasEnded({ end }: Turn): boolean {
  return end.is !== 'goes-on' && end.is !== 'silent' && end.is !== 'waits'
}

/**
 * Whether a task is to be told to wait for its owner: nothing but questions is left, and since that was told to all the owner has asked
 * something else. Where others waited for something else, it was told to its caller alone.
 */
export function isLeftWaiting({ words, owner }: TaskLife, turns: readonly Turn[]): boolean {
  if (turns.length === 0 || !turns.every(({ end }) => end.is === 'waits' && end.isIdle)) return false
  const told = words.findLast((word) => word.kind === 'complete' && tellsQuestion(word))
  const asked = words.findLast(({ from, kind }) => from === owner && asking(kind))
  return told === undefined || told.id < (asked?.id ?? 0)
}

/** What the owner of a task asked and has got no end of, oldest first. */
export function turnsOf(life: TaskLife): readonly Turn[] {
  const finished = new Set(life.words.filter(isTurnFinish).map(({ replyTo }) => replyTo))
  const asked = life.words.filter(
    ({ from, kind, awaitsAnswer }) => from === life.owner && asking(kind) && !awaitsAnswer,
  )
  // What was said about a turn that has got its end is about no other one.
  const all: Asked[] = []
  for (const request of asked) {
    const turn = { request, ...holderOf(life, request), earlier: [], asides: [] }
    const about = all.findIndex((one) => !finished.has(one.request.id) && isAnswerTo(life, one, all, request))
    const answered = all[about]
    if (answered === undefined) all.push(turn)
    else all[about] = goesOn(life, answered, turn)
  }
  const open = all.filter(({ request }) => !finished.has(request.id))
  return open.map((turn) => {
    const { holder, given, earlier, request } = turn
    return { holder, given, earlier, request: request.id, end: endOf(life, turn, all) }
  })
}

/** Who answers the agent that asks about a request asks nothing new: its turn goes on with the answer. */
function isAnswerTo(life: TaskLife, turn: Asked, all: readonly Asked[], request: TaskWord): boolean {
  const question = life.words.find(({ id }) => id === request.replyTo)
  if (question === undefined || !isToOwner(life, question) || !isQuestion(life, question)) return false
  // Whoever has the answer by now: it may have been handed on.
  if (question.from !== recipientOf(life, request) || !isAbout(turn, question, all)) return false
  return life.words.some(
    (word) => word.id > question.id && isAmong(turn, word.replyTo) && tellsQuestion(word),
  )
}

/** A turn after an answer to a question. Where somebody else than its holder asked, the holder has the work still. */
function goesOn(life: TaskLife, turn: Asked, next: Asked): Asked {
  const earlier = [...new Set(messagesOf(turn))]
  const { holder, given, asides } = turn
  const lost = settlementOf(life, turn, workedIn(life, turn, undefined))
  const isLost = lost?.failed !== undefined && lost.isFinal !== true
  if (recipientOf(life, next.request) === holder || isLost) return { ...next, earlier, asides }
  return { request: next.request, holder, given, earlier, asides: [...asides, next.request.id] }
}

/** By what the work of a turn was given, oldest first. */
function messagesOf({ earlier, request, given }: Asked): readonly number[] {
  return [...earlier, request.id, given]
}

/** The last message of a task: what is judged by it must not meet another. */
export function newestIn({ words }: TaskLife): { readonly newest?: number } {
  const newest = words.at(-1)?.id
  return newest === undefined ? {} : { newest }
}

/** The turn that an agent's work on a message ends: that was given to it, or the message is news for its holder. */
export function turnOf(
  turns: readonly Turn[],
  { id, kind }: Pick<TaskWord, 'id' | 'kind'>,
  agent: string,
): Turn | null {
  const own = turns.filter(({ holder }) => holder === agent)
  const given = own.find((turn) => turn.request === id || turn.given === id || turn.earlier.includes(id))
  return given ?? (kindRules[kind].owes || kind === 'complete' ? null : (own.at(-1) ?? null))
}

const asking = (kind: TaskWord['kind']) => kind !== 'complete' && kind !== 'notification'

/** A query, or what answers the owner and asks instead. Other requests go on beside the work. */
function isQuestion({ owner, words }: TaskLife, { kind, replyTo }: TaskWord): boolean {
  if (kind === 'query') return true
  if (kind !== 'request' && kind !== 'escalation') return false
  return words.some(({ id, from }) => id === replyTo && from === owner)
}

type Given = Pick<Turn, 'holder' | 'given'>
/** `asides`: requests by which its owner answered somebody else than its holder. They are parts of the work. */
type Asked = Given &
  Pick<Turn, 'earlier'> & { readonly request: TaskWord; readonly asides: readonly number[] }

/** Who was asked, or whom the work was handed on to since. */
function holderOf(life: TaskLife, request: TaskWord): Given {
  let [holder, given] = [recipientOf(life, request), request.id]
  for (const word of life.words) {
    if (word.kind !== 'handoff' || word.id < given || word.from !== holder) continue
    const next = recipientOf(life, word)
    if (next !== null) [holder, given] = [next, word.id]
  }
  return { holder, given }
}

function recipientOf({ copies, entrypoint }: TaskLife, { id }: TaskWord): string | null {
  const owners = copies.filter(({ message }) => message === id).map(({ owner }) => owner)
  return owners.length === 1 ? (owners[0] ?? null) : owners.includes(entrypoint ?? '') ? entrypoint : null
}

function endOf(life: TaskLife, turn: Asked, all: readonly Asked[]): TurnEnd {
  const told = toldIn(life, turn, all)
  const said = saidIn(life, turn, all).filter(({ id }) => told === null || id > told.at)
  const answer = said.findLast(({ kind }) => !kindRules[kind].owes)
  const question = said.findLast((word) => isQuestion(life, word))
  const copy = workedIn(life, turn, answer)
  const settled = settlementOf(life, turn, copy)
  // An answer to who is gone reaches nobody.
  const waits = told === null || life.gone.has(told.by) ? null : told
  if (settled?.failed !== undefined && (settled.isFinal || (answer === undefined && waits === null)))
    return { is: 'failed', why: settled.failed }
  if (question !== undefined && question.id > (answer?.id ?? 0))
    return { is: 'asks', question: question.id, by: question.from }
  const others = busyWith(life, turn, all, copy)
  const isAnswered = answer !== undefined && (settled !== null || life.answerEnds)
  if (isAnswered && others.length === 0) return { is: 'answered', answer: answer.id }
  if (waits !== null)
    return { is: 'waits', question: waits.question, by: waits.by, isIdle: others.length === 0 }
  if (others.length > 0) return { is: 'goes-on', with: others }
  if (settled !== null) return { is: 'done' }
  if (copy?.box === 'processing') return { is: 'goes-on', with: [copy.owner] }
  return { is: 'silent' }
}

/** The words to the owner about a turn. */
function saidIn(life: TaskLife, turn: Asked, all: readonly Asked[]): readonly TaskWord[] {
  return life.words.filter((word) => isToOwner(life, word) && isOf(turn, word, all))
}

/** Of which question about the request of a turn its owner was told last. */
function toldIn(life: TaskLife, turn: Asked, all: readonly Asked[]) {
  const told = life.words.findLast((word) => word.replyTo === turn.request.id && tellsQuestion(word))
  if (told === undefined) return null
  const before = saidIn(life, turn, all).filter(({ id }) => id < told.id)
  const question = before.findLast((word) => isQuestion(life, word))
  return question === undefined ? null : { at: told.id, question: question.id, by: question.from }
}

/** The copy of what was worked on: after a question, that may be what the question was about. */
function workedIn(
  { copies }: TaskLife,
  { holder, given, earlier }: Asked,
  answer: TaskWord | undefined,
): TaskCopy | undefined {
  const about = answer?.replyTo ?? null
  const before =
    answer === undefined || about === null || !earlier.includes(about)
      ? undefined
      : copies.find(({ message, owner }) => message === about && owner === answer.from)
  return before ?? copies.find(({ message, owner }) => message === given && owner === holder)
}

/**
 * Whether a message may be what a turn waits for: a word to the owner, or the answer to work (`answered`: what it replies to),
 * which its sender owes no longer. Others only begin work, or tell of it.
 */
export function mayEndTurn(
  owner: string | null,
  word: Pick<TaskWord, 'to' | 'cc'>,
  answered: Pick<TaskWord, 'kind'> | null,
): boolean {
  return isAddressedTo(owner, word) || (answered !== null && kindRules[answered.kind].owes)
}

function isToOwner({ owner }: TaskLife, word: TaskWord): boolean {
  return word.from !== owner && word.from !== 'system' && isAddressedTo(owner, word)
}

function isAddressedTo(owner: string | null, { to, cc }: Pick<TaskWord, 'to' | 'cc'>): boolean {
  return owner !== null && [...to, ...cc].some((name) => name === owner || name === `agent:${owner}`)
}

/** Whether a word to the owner is about this turn: it answers that, or its holder says it and answers no other one. */
function isOf(turn: Asked, word: TaskWord, all: readonly Asked[]): boolean {
  return word.id >= turn.request.id && isAbout(turn, word, all)
}

function isAbout(turn: Asked, { from, replyTo }: TaskWord, all: readonly Asked[]): boolean {
  if (all.length === 1 || isAmong(turn, replyTo)) return true
  return from === turn.holder && !all.some((other) => isAmong(other, replyTo))
}

function isAmong(turn: Asked, message: number | null): boolean {
  return message !== null && messagesOf(turn).includes(message)
}

/** `isFinal`: whatever was answered before. */
type Settlement = { readonly failed?: string; readonly isFinal?: boolean }

/** How the request of a turn was settled; `null` while it is not. An answer alone settles none. */
function settlementOf(life: TaskLife, turn: Asked, copy: TaskCopy | undefined): Settlement | null {
  if (copy === undefined) return null
  const { owner } = copy
  const status = copy.box === 'archived' ? (copy.was ?? 'archived') : statusOf(copy)
  if (copy.box === 'retracted') return { failed: 'The request was taken back.' }
  if (copy.box === 'dead') return { failed: lostWords(owner, copy.deadReason, copy.reason) }
  if (copy.box === 'expired') return { failed: failedWords(owner, 'it expired') }
  if (status === 'failed') return { failed: failedWords(owner, copy.reason), isFinal: true }
  if (status === 'completed' || copy.box === 'archived') return {}
  if (life.gone.has(owner)) return { failed: `The agent ${owner} is retired.` }
  return isIgnored(life, turn, copy) ? {} : null
}

/** It said that it will not answer. */
function isIgnored({ words }: TaskLife, { given }: Asked, { owes, box }: TaskCopy): boolean {
  const word = words.find(({ id }) => id === given)
  if (word === undefined || !kindRules[word.kind].owes || owes || box === 'withheld') return false
  return !words.some(({ replyTo }) => replyTo === given)
}

function failedWords(agent: string, reason: string | null): string {
  return `${agent} failed the request${reason === null ? '' : `: ${reasonInLine(reason)}`}`
}

function lostWords(agent: string, dead: DeadReason | null, reason: string | null): string {
  const why = dead === 'attempts' || dead === 'given-up' ? reason : null
  return failedWords(agent, `${deadSentences[dead ?? 'given-up']}${why === null ? '' : `: ${why}`}`)
}

/** The holders of a turn's work, in addition to the request. */
function busyWith(
  life: TaskLife,
  turn: Asked,
  all: readonly Asked[],
  request: TaskCopy | undefined,
): readonly string[] {
  const team = all.length === 1 ? null : teamOf(life, turn)
  const busy = life.copies.filter((copy) => {
    const word = life.words.find(({ id }) => id === copy.message)
    if (word === undefined || life.gone.has(copy.owner)) return false
    // An answer owes nothing, and is work until it was read.
    if (turn.asides.includes(word.id)) return isHeld(word, copy) || (isOpen(copy) && copy.readAt === null)
    if (word.id < (turn.earlier[0] ?? turn.request.id) || word.from === life.owner) return false
    if (copy.owner === life.owner || copy.owner === 'system') return false
    if (isAmong(turn, copy.message) || (team !== null && !team.has(word.from))) return false
    return copy.owner === turn.holder ? isStillRead(word, copy, request) : isHeld(word, copy)
  })
  return [...new Set(busy.map(({ owner }) => owner))]
}

/** The holder of a turn, and whom its work was given to. */
function teamOf({ words, copies }: TaskLife, { holder, asides }: Asked): ReadonlySet<string> {
  const asked = copies.filter(({ message }) => asides.includes(message)).map(({ owner }) => owner)
  const team = new Set(holder === null ? asked : [holder, ...asked])
  for (const { id, from, kind } of words)
    if (team.has(from) && kindRules[kind].owes)
      for (const { message, owner } of copies) if (message === id) team.add(owner)
  return team
}

const isOpen = ({ box }: TaskCopy) =>
  box === 'unread' || box === 'read' || box === 'snoozed' || box === 'withheld'

/** Work of somebody else: taken, or owed. Items of a queue owe nothing. */
function isHeld({ kind }: TaskWord, copy: TaskCopy): boolean {
  if (copy.box === 'processing') return true
  if (!isOpen(copy)) return false
  return copy.owes || copy.box === 'withheld' || (isQueueAddress(copy.owner) && kindRules[kind].owes)
}

/** What came for its holder and was not seen before the request was settled: an answer that it waited for. */
function isStillRead({ kind }: TaskWord, copy: TaskCopy, request: TaskCopy | undefined): boolean {
  if (kind === 'complete' || kind === 'notification' || kind === 'broadcast') return false
  if (copy.box === 'processing') return true
  if (!isOpen(copy) || request === undefined) return false
  return copy.readAt === null || (request.endedAt !== null && copy.readAt > request.endedAt)
}

/** A request whose sender waits for an answer that will not come: its recipient completed it without one. */
export type Unanswered = { readonly request: number; readonly owner: string }

export function unansweredIn(life: TaskLife): readonly Unanswered[] {
  return life.words
    .filter(({ from, kind, awaitsAnswer }) => (isRemote(from) || awaitsAnswer) && kindRules[kind].owes)
    .flatMap(({ id }) => {
      const copies = life.copies.filter(({ message, owner }) => message === id && !isRemote(owner))
      return copies.filter((copy) => isLeft(life, copy)).map(({ owner }) => ({ request: id, owner }))
    })
}

function isLeft(life: TaskLife, copy: TaskCopy): boolean {
  const { message, owner } = copy
  const status = copy.box === 'archived' ? copy.was : copy.box
  const isOver = status === 'completed' || (copy.box === 'archived' && status !== 'failed')
  return isOver && !life.words.some(({ from, replyTo }) => replyTo === message && from === owner)
}
