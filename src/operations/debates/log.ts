import { MailError } from '../../domain/errors.ts'
import { shortId } from '../../domain/id.ts'
import { isStance } from '../../domain/kind.ts'
import { number, text } from '../../input/input.ts'
import type { Context } from '../../services/context.ts'
import { debateLogText } from '../../services/debates/log-text.ts'
import { readDebate } from '../../services/debates/read.ts'
import { positionOf, positionsOf } from '../../services/debates/value.ts'
import { requireId } from '../../services/lookup.ts'
import { readAnyway } from '../../services/mail/read-anyway.ts'
import type { DebateLogValue } from '../../values/debates-schema.ts'
import { operation } from '../operation.ts'

const usual = 10
const most = 500

export const debateLog = operation({
  summary:
    'Print the last exchanges of a debate, or of all, oldest first; --out writes them to a file as Markdown',
  access: 'read',
  input: {
    thread: text('Only this debate', { positional: true, completes: 'message', placeholder: 'THREAD' }),
    last: number(`How many messages (${usual}, at most ${most})`),
    out: text('Write to this new file', {
      completes: 'file',
      placeholder: 'FILE',
    }),
  },
  value: 'debateLog',
  async run(context, { thread, last = usual, out }): Promise<DebateLogValue> {
    if (last < 1 || last > most)
      throw new MailError('usage', `--last must be 1 to ${most}.`, 'Example: --last 10')
    const positions = (
      thread === undefined ? await ofAll(context, last) : await ofOne(context, thread)
    ).slice(-last)
    if (out === undefined) return { positions, file: null }
    if (context.files === undefined)
      throw new MailError(
        'not-allowed',
        'Files cannot be written from here.',
        'Run `watchpost debate log` in a terminal.',
      )
    return { positions, file: await context.files.create(out, debateLogText(positions)) }
  },
})

async function ofOne(context: Context, thread: string): Promise<DebateLogValue['positions']> {
  const read = await readDebate(context, await requireId(context, thread))
  return positionsOf(read).map((position) => ({ ...position, thread: shortId(read.thread) }))
}

async function ofAll(context: Context, last: number): Promise<DebateLogValue['positions']> {
  const found = await context.store.debates.recent(last)
  const letters = await Promise.all(found.map(({ message }) => readAnyway(context.store, message.id, null)))
  return letters.flatMap((letter) => {
    if (letter === null || !isStance(letter.message.kind)) return []
    const { message } = letter
    return [{ ...positionOf(message, letter.message.kind), thread: shortId(message.thread) }]
  })
}
