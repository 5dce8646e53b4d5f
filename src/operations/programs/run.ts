import { isBusy, MailError } from '../../domain/errors.ts'
import { shortId } from '../../domain/id.ts'
import { lostNote } from '../../domain/lost-mail.ts'
import { isPerson } from '../../domain/roster.ts'
import { duration, flag, number, text, texts } from '../../input/input.ts'
import type { Context } from '../../services/context.ts'
import { requireAgent } from '../../services/lookup.ts'
import { filterFields, filterOf } from '../../services/mail/filter.ts'
import { readAnyway } from '../../services/mail/read-anyway.ts'
import { attend } from '../../services/programs/attend.ts'
import { openBeat } from '../../services/programs/beat.ts'
import { handlerFor, takeHandled } from '../../services/programs/handler.ts'
import { openRounds } from '../../services/programs/rounds.ts'
import { asRunner } from '../../services/programs/runner.ts'
import { type Taken, takeNext } from '../../services/programs/take.ts'
import { openUnreported } from '../../services/programs/unreported.ts'
import { endSession } from '../../services/sessions/hear-of.ts'
import type { RanValue } from '../../values/programs-schema.ts'
import { streaming } from '../operation.ts'
import { mayOnlyLook } from '../perform.ts'

const mostAtOnce = 64

export const run = streaming({
  summary:
    'Run a command for each message of an agent, with the message on standard input; exit code 0 completes it, unless a coding agent left it unanswered',
  access: 'write',
  needs: 'inside',
  keepsUp: 'programs',
  unregistered: true,
  input: {
    agent: text('The agent whose mail to work on; you by default, if you are an agent', {
      positional: true,
      completes: 'agent',
      placeholder: 'AGENT',
    }),
    command: texts(
      'The program and its arguments, after --; without one, only the handlers in your settings run',
      {
        positional: true,
        verbatim: true,
        completes: 'file',
        placeholder: 'COMMAND',
      },
    ),
    reply: flag(
      'Send its output as the reply, unless the message is an answer, news, or written automatically by a program',
    ),
    once: flag('Exit when no mail is left, instead of waiting for more'),
    concurrency: number(`Run at most N at the same time (1, up to ${mostAtOnce})`),
    timeout: duration('Stop the command and fail the message after this long'),
    ...filterFields,
  },
  value: 'ran',
  hasFailed: ({ outcome }: RanValue) => outcome === 'failed' || outcome === 'unreadable',
  examples: [
    [
      'watchpost run critic -- claude -p',
      'starts an agent for each new message, which answers automatically if `setup claude --permissions` let it',
    ],
    [
      'watchpost run critic --reply -- codex exec -',
      'answers with what the agent prints, which needs no permission',
    ],
    [
      'watchpost run critic --once --reply --timeout 10m -- ./review.sh',
      'answers the mail that is there, then exits',
    ],
  ],
  async *run(given, input, signal) {
    const { concurrency = 1, timeout = null, reply = false, once = false } = input
    if (concurrency < 1 || concurrency > mostAtOnce)
      throw new MailError('usage', `--concurrency must be 1 to ${mostAtOnce}.`, 'Example: --concurrency 4')
    const context = await asAgent(given, input.agent)
    const filter = filterOf(input, ['unread'])
    const { command = [] } = input
    if (command.length === 0 && Object.keys(context.settings.handlers).length === 0)
      throw new MailError(
        'usage',
        'No program was given.',
        'Give a program after --, or set handlers: in your own config.yaml.',
      )
    const reported = new Set<number>()
    const beat = openBeat()
    const unreported = openUnreported()
    const rounds = openRounds<RanValue>({
      context,
      concurrency,
      once,
      signal,
      take: async (stop) => {
        await beat(context)
        await unreported.giveBack(context)
        const { taken: held, lost } =
          command.length === 0
            ? { taken: await takeHandled(context), lost: [] }
            : await takeNext(context, filter)
        if (held === null) {
          const message = lost.find((one) => !reported.has(one))
          if (message === undefined) return null
          reported.add(message)
          return () => unreadableValue(context, message)
        }
        const start = handlerFor(context, held.letter.message.subject) ?? command
        const work = () => attend({ context, held, command: start, reply, timeout, stop })
        if (once) return work
        return () =>
          work().catch((error) => {
            const value = givenBack(held, error)
            unreported.note(held)
            return value
          })
      },
    })
    try {
      yield* rounds
    } finally {
      await leave(context)
    }
  },
})

/** A store that is away does not hear of it: others then see that the session's process is gone. */
async function leave(context: Context): Promise<void> {
  if (context.session === null) return
  try {
    await endSession(context, context.actor.address, context.session)
  } catch (error) {
    if (!isBusy(error)) throw error
  }
}

const notRun = { exit: null, signal: null, reply: null, milliseconds: 0 }

/** The report of work that the store did not hear of while its lease lasted; the runner goes on. */
function givenBack({ letter: { message } }: Taken, error: unknown): RanValue {
  if (!isBusy(error)) throw error
  const { id, from } = message
  return { ...notRun, message: shortId(id), from, outcome: 'released', reason: error.message }
}

/** Mail without its body starts no program, stays unread, and holds up no other mail. */
async function unreadableValue({ store }: Context, message: number): Promise<RanValue> {
  const letter = await readAnyway(store, message, null)
  return {
    ...notRun,
    message: shortId(message),
    from: letter?.message.from ?? '',
    outcome: 'unreadable',
    reason: lostNote([message]),
  }
}

/** The agent works on its own mail; the log also names the user of the command. */
async function asAgent(context: Context, named: string | undefined): Promise<Context> {
  if (context.programs === undefined)
    throw new MailError(
      'not-allowed',
      'Programs cannot be started from here.',
      'Run `watchpost run` in a terminal.',
    )
  if (named === undefined && isPerson(context.actor))
    throw new MailError(
      'usage',
      'The agent is missing: whose mail to work on.',
      'Example: watchpost run critic -- claude -p',
    )
  const actor = await requireAgent(context, named ?? context.actor.address)
  if (actor.state === 'dead')
    throw new MailError(
      'conflict',
      `${actor.address} is retired and gets no mail.`,
      `To bring it back, run \`watchpost agents register ${actor.address}\`.`,
    )
  if (actor.kind === 'user' && context.actor.kind !== 'user' && !context.settings.agentsMayActForMe)
    throw mayOnlyLook(actor.address)
  return asRunner(context, actor)
}
