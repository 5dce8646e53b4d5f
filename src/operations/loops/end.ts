import { MailError } from '../../domain/errors.ts'
import { type LoopEnding, loopWords } from '../../domain/loops.ts'
import { requiredText } from '../../input/input.ts'
import { authorOf, type Context } from '../../services/context.ts'
import { operation } from '../operation.ts'

/** So many copies at a time: others may write in between. */
const most = 500

/** The two operations differ by what becomes of the mail. */
const ending = (how: LoopEnding) =>
  ({
    access: 'write',
    needs: 'inside',
    input: { loop: requiredText('The number of the loop', { positional: true, placeholder: 'N' }) },
    value: 'endedLoop',
    async run(context: Context, { loop: written }: { readonly loop: string }) {
      const { store } = context
      const id = numberOf(written)
      const loop = await store.loops.find(id)
      if (loop === null) throw notOpen(written)
      const agents = new Set<string>()
      let messages = 0
      for (let more = true; more; ) {
        const step = await store.loops.end(authorOf(context), id, how, most)
        for (const agent of step.agents) agents.add(agent)
        messages += step.messages
        more = step.more
      }
      if (how === 'continued') context.bells?.later(context, [...agents])
      return { loop: id, ending: how, about: loopWords(loop), messages, agents: [...agents].sort() }
    },
  }) as const

function numberOf(written: string): number {
  const id = Number(written)
  if (Number.isSafeInteger(id) && id > 0) return id
  throw new MailError(
    'usage',
    `${written} is not the number of a loop.`,
    'List them with `watchpost loop list`.',
  )
}

function notOpen(written: string): MailError {
  return new MailError(
    'not-found',
    `There is no open loop ${written}.`,
    'List them with `watchpost loop list`.',
  )
}

export const continueLoop = operation({
  summary: 'Continue a loop: deliver the mail that is held back, oldest first',
  ...ending('continued'),
  examples: [['watchpost loop continue 3', 'delivers what is held back, and counts from zero again']],
})

export const stopLoop = operation({
  summary: 'Stop a loop: archive the mail that is held back, so that nobody gets it',
  ...ending('stopped'),
  examples: [
    [
      'watchpost loop stop 3',
      'its senders may write again; `watchpost restore` gives a message to its reader',
    ],
  ],
})
