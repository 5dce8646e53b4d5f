import type { Harness } from '../../domain/harness.ts'
import { bytesOf, startWithin } from '../../domain/prompt/bytes.ts'
import { type Mailbox, openMailbox } from '../../mailbox.ts'
import type { Context } from '../../services/context.ts'
import { registeredActor } from '../../services/roster/registered.ts'
import { noteAsked, wentOn } from '../../services/sessions/asking.ts'
import { endSession as endSessionOf } from '../../services/sessions/hear-of.ts'
import { isSessionOver } from '../../services/sessions/is-over.ts'
import { isHeard } from './answer-form.ts'
import type { AskedEvent } from './asked-event.ts'
import { checkpoint } from './checkpoint.ts'
import { type AnswerShape, answerOf, decisionOf, noticeOf, parentsMail, roomFor } from './hook-answer.ts'
import { type HookEvent, readHookEvent } from './hook-event.ts'
import { limitOf, readBy, strictestLimit } from './hook-limit.ts'
import { hidesHelpers, placed, type RunningHelpers } from './running-helpers.ts'

/** The services around a hook: opening the store, and writing text. */
export type HookHost = {
  /** The store and the actor, in the session that the event names. */
  readonly open: (session: string | null) => Promise<Context>
  /** The program of the coding agent, where its hook says so. */
  readonly of: string | null
  /** Coding agents whose markers the environment has. */
  readonly marked: () => readonly Harness[]
  /** A person may be at the coding agent's prompt. */
  readonly isAttended: boolean
  readonly helpers: (context: Context) => RunningHelpers
  /** Keeps where the session is written to, for screens on this machine. */
  readonly noteTranscript: (session: string | null, event: HookEvent) => Promise<void>
  readonly readInput: () => Promise<string>
  readonly write: (text: string) => void
  /** Hears that the coding agent ends this hook. */
  readonly hearSignals: (which: readonly ('SIGINT' | 'SIGTERM' | 'SIGHUP')[]) => {
    readonly heard: Promise<unknown>
    readonly stop: () => void
  }
  /** Writes a text, and settles the offer when all of it left. */
  readonly handOver: (
    offer: { readonly settle: () => Promise<void>; readonly release: () => Promise<void> },
    text: string,
  ) => Promise<unknown>
}

/** The scope of mail for each event: how much of the session's known mail is left out. */
const asks = {
  UserPromptSubmit: { shape: 'context', only: 'changed' },
  PostToolUse: { shape: 'context', only: 'newer' },
  Stop: { shape: 'block', only: 'untold' },
  PreToolUse: { shape: 'held', only: 'untold' },
} as const

/**
 * Answers one hook event of a coding agent: keeps the roster up to date, and hands over what is new to this session in
 * the event's shape. A helper within the session is given nothing, since the mail is not its own.
 * @throws MailError as any command; the caller says so and lets the coding agent go on
 */
export async function answerHook(host: HookHost): Promise<void> {
  const read = readBy(readHookEvent(await host.readInput(), host.of), host.marked())
  if (read.moment === null) return
  if (read.moment === 'PreToolUse') return beforeTool(host, read)
  const context = await host.open(read.session)
  const event = placed(read, host.helpers(context))
  const mailbox = openMailbox(context)
  if (event.moment === 'SessionEnd') return endSession(host, context, event)
  await appear(context, mailbox)
  const isStart = event.moment === 'SessionStart'
  if (isStart) await host.noteTranscript(context.session, event)
  if (isStart || event.moment === 'StopFailure') await wentOn(context, { isStart })
  if (event.asked !== null) await waitFor(host, context, event, event.asked)
  else await goOn(context, event)
  if (event.asked !== null || event.isSubagent) return
  if (event.delivered !== null) {
    const { settleDelivered } = await import('../../services/taking/settle-delivered.ts')
    await settleDelivered(context, event.delivered)
  }
  if (event.moment === 'PreCompact') await passCheckpoint(host, context, mailbox, event)
  else await tell(host, context, mailbox, event)
}

/** A session that says nothing of a wait goes on; the agent's own prompt ends those of its helpers too. */
async function goOn(context: Context, { moment, helper }: HookEvent): Promise<void> {
  if (moment === 'UserPromptSubmit' || moment === 'Stop') await wentOn(context, {})
  else if (moment !== 'Notification' && moment !== 'SessionStart') await wentOn(context, { helper })
}

/**
 * Where the person's settings say so, the person's decision; otherwise nothing, and the coding agent asks in its own way. One that
 * shows its own prompt meanwhile ends this hook when the person has answered there.
 */
async function waitFor(
  host: HookHost,
  context: Context,
  event: HookEvent,
  { request, ...wait }: AskedEvent,
): Promise<void> {
  const { helper, harness } = event
  const [since, asked] = [context.now(), { ...wait, helper }]
  if (request === null || !context.settings.approvals.on) {
    // Without a prompt nobody can answer: the coding agent refuses, and goes on.
    if (host.isAttended || wait.isNotice) await noteAsked(context, asked, since)
    return
  }
  const { awaitDecision } = await import('../../services/approvals/await-decision.ts')
  const end = host.hearSignals(['SIGINT', 'SIGTERM', 'SIGHUP'])
  const decided = await awaitDecision(context, { since, asked, request, harness, stopped: end.heard })
  end.stop()
  if (decided !== null) host.write(decisionOf(event, decided))
  if (decided !== null || !host.isAttended) await wentOn(context, { helper })
}

/**
 * A helper's tool that takes mail does not run: the mail is its parent's. A tool that starts a helper waits for mail that the
 * session was not shown. One that writes into what another agent reserved brings a warning, or a refusal where the settings say so.
 */
async function beforeTool(host: HookHost, event: HookEvent): Promise<void> {
  const { session, write } = event
  if (event.isSubagent && event.takes) return host.write(parentsMail(event))
  if (event.dispatches) return beforeDispatch(host, event)
  const mayTake = event.takes && hidesHelpers(event)
  if (write === null && !mayTake) return
  const context = await host.open(session)
  if (mayTake && placed(event, host.helpers(context)).isSubagent) return host.write(parentsMail(event))
  if (write === null) return
  const { reservations: way } = context.settings
  if (way === 'off') return
  const { writtenInto } = await import('../../services/reservations/written-into.ts')
  const found = await writtenInto(context, write)
  if (found.length === 0) return
  const { reservedAnswer } = await import('./reserved-answer.ts')
  host.write(reservedAnswer(event, found, way === 'refuse' && !write.isShell))
}

/** Without a session nobody knows what it was shown, and the same mail could hold it back again and again. */
async function beforeDispatch(host: HookHost, event: HookEvent): Promise<void> {
  if (event.isSubagent || event.session === null) return
  const context = await host.open(event.session)
  const mailbox = openMailbox(context)
  await appear(context, mailbox)
  const helpers = host.helpers(context)
  const isHeld = !placed(event, helpers).isSubagent && (await tell(host, context, mailbox, event))
  if (!isHeld && hidesHelpers(event)) helpers.began(event.session)
}

/** `hook --checkpoint`: what was done as text, then the mail that waits. */
export async function answerCheckpoint(host: HookHost): Promise<void> {
  const context = await host.open(null)
  const mailbox = openMailbox(context)
  await appear(context, mailbox)
  const at = { isManual: true, now: context.now() }
  const said = (await checkpoint(mailbox, at)).map((sentence) => `${sentence}\n`).join('')
  const { most } = strictestLimit
  const head = startWithin(said, most / 2)
  const offer = await mailbox.inject({ maxChars: most - bytesOf(head), bytes: true })
  await host.handOver(offer, `${head}${offer.value.text}`)
}

/** The checkpoint that an event is, with what was done as a notice. */
async function passCheckpoint(
  host: HookHost,
  context: Context,
  mailbox: Mailbox,
  { isManual }: HookEvent,
): Promise<void> {
  const said = await checkpoint(mailbox, { isManual, now: context.now() })
  host.write(noticeOf(said.join(' ')))
}

/** Registered, alive, and known by the session that it runs in now. */
async function appear(context: Context, mailbox: Mailbox): Promise<void> {
  const { actor, session, origin } = context
  if ((await registeredActor(context)) !== null) await mailbox.beat({ session: session ?? undefined })
  else
    await mailbox.registerAgent({
      agent: actor.longForm ?? actor.address,
      session: session ?? undefined,
      pane: origin?.pane ?? undefined,
    })
}

/** Whether there was anything to tell. */
async function tell(host: HookHost, context: Context, mailbox: Mailbox, event: HookEvent): Promise<boolean> {
  const asked = askOf(event)
  if (asked === null || !isHeard(event)) return false
  const { shape, ...input } = asked
  const limit = limitOf(event)
  const head = event.moment === 'SessionStart' ? await othersBeside(context) : ''
  const maxChars = roomFor(shape, event, limit) - bytesOf(JSON.stringify(head))
  const bytes = limit.unit === 'bytes'
  const offer = await mailbox.inject({ ...input, maxChars, escaped: true, bytes })
  const answer = answerOf(shape, event, `${head}${offer.value.text}`)
  await host.handOver(offer, answer)
  return answer !== ''
}

/** Two sessions under one name share its mail: the second learns that. */
async function othersBeside(context: Context): Promise<string> {
  const { sessionsBeside } = await import('../../services/sessions/beside.ts')
  return sessionsBeside(context)
}

type Ask = Parameters<Mailbox['inject']>[0] & { readonly shape: AnswerShape }

function askOf({ moment, isFresh, stopHookActive }: HookEvent): Ask | null {
  switch (moment) {
    case 'SessionStart':
      return { shape: 'context', again: !isFresh, newSession: true }
    case 'UserPromptSubmit':
    case 'PreToolUse':
    case 'PostToolUse':
      return asks[moment]
    case 'Stop':
      return stopHookActive ? null : asks.Stop
    default:
      return null
  }
}

/**
 * HAAK's /bye. The agent is frozen, unless it already runs in another session. Claude Code gives this 1.5 s, so what others wait for
 * comes first: the death of its process ends the session as well, but freezes nobody. Gemini CLI reports an end up to three times.
 */
async function endSession(host: HookHost, context: Context, event: HookEvent): Promise<void> {
  const { session } = context
  const known = await registeredActor(context)
  if (known === null) return
  const isElsewhere = known.session !== null && session !== null && known.session !== session
  const freezes = !isElsewhere && known.state === 'alive'
  if (!freezes && (await isSessionOver(context, known.address))) return
  const mailbox = openMailbox(context)
  if (session !== null) await endSessionOf(context, known.address, session)
  if (freezes) await mailbox.freezeAgent({ agent: known.address })
  await passCheckpoint(host, context, mailbox, event)
}
