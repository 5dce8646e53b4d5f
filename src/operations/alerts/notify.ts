import { trialAlert } from '../../domain/alerts/alert.ts'
import { MailError } from '../../domain/errors.ts'
import { duration, flag } from '../../input/input.ts'
import { alertPass } from '../../services/alerts/alert-pass.ts'
import { placeOf } from '../../services/alerts/alert-place.ts'
import { requireOwnPlace } from '../../services/alerts/require-own-place.ts'
import { startProgram } from '../../services/alerts/start-program.ts'
import type { Context } from '../../services/context.ts'
import type { NotifiedProgram } from '../../values/alerts-schema.ts'
import type { ProblemValue } from '../../values/schema-parts.ts'
import type { Values } from '../../values/schemas.ts'
import { operation } from '../operation.ts'

const shortestRound = 1000

export const notify = operation({
  summary: 'Run your own programs for new items in Attention, once for each item',
  access: 'write',
  needs: 'own',
  input: {
    test: flag('Only try each program of your settings with a test item'),
    watch: duration('Repeat at this interval until interrupted'),
  },
  repeats: 'watch',
  value: 'notified',
  examples: [
    ['watchpost notify --test', 'tries each program of `notify:` in your settings'],
    ['watchpost notify', 'one pass, for cron or a timer of systemd'],
  ],
  async run(context, { test = false, watch }): Promise<Values['notified']> {
    if (watch !== undefined && watch < shortestRound)
      throw new MailError('usage', 'The interval must be at least one second.', 'Example: --watch 60s')
    if (test && watch !== undefined)
      throw new MailError('usage', '--test and --watch exclude each other.', 'Give one of them.')
    if (context.settings.notify.programs.length === 0)
      throw new MailError(
        'usage',
        'Your settings name no program to notify you.',
        'Name one below `notify:` in your own config.yaml, such as programs: desktop: [notify-send, --, "{title}", "{text}"].',
      )
    const notified = test ? await tryEach(context) : await alertPass(context, never)
    const problems = problemsOf(notified)
    return { notified, test, ...(problems.length > 0 && { problems }) }
  },
})

const never = new AbortController().signal

async function tryEach(context: Context): Promise<readonly NotifiedProgram[]> {
  const programs = await requireOwnPlace(context)
  const alert = trialAlert(placeOf(context))
  return Promise.all(
    context.settings.notify.programs.map(async (program) => {
      const ended = await startProgram(program, alert, { programs, stop: never })
      const error = ended === null || ended === 'stopped' ? null : ended.error
      return { program: program.name, items: error === null ? 1 : 0, error }
    }),
  )
}

function problemsOf(notified: readonly NotifiedProgram[]): readonly ProblemValue[] {
  return notified.flatMap(({ program, error }) =>
    error === null
      ? []
      : [
          {
            id: program,
            error: {
              code: 'conflict' as const,
              message: error,
              hint: 'Try it with `watchpost notify --test`.',
            },
          },
        ],
  )
}
