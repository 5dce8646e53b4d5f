import { isBest, parseAddress } from '../../domain/addressing/address.ts'
import { MailError } from '../../domain/errors.ts'
import type { JsonObject } from '../../domain/json.ts'
import { type LeftOut, type Ranked, rankCandidates, reasonOf } from '../../domain/routing/ranking.ts'
import { tellingWords } from '../../domain/routing/words.ts'
import type { Context } from '../context.ts'
import type { Composed } from '../posting/compose.ts'
import { candidatesFor } from './candidates.ts'
import { likeWork } from './like-work.ts'

/** As much of a message as its best recipient is chosen by. */
export type Routed = Pick<Composed, 'to' | 'subject' | 'body' | 'tag' | 'exclude'> & {
  readonly seal?: boolean | undefined
}

/** One `best:` with everybody it could mean, best first. Nobody is chosen if `ranked` is empty. */
export type Choice = {
  readonly asked: string
  /** The words of the message that earlier mail has, too. */
  readonly words: readonly string[]
  readonly ranked: readonly Ranked[]
  readonly left: readonly LeftOut[]
}

/** Ranks the agents for each `best:` of a message. No agent is the first for two of them. */
export async function rankFor(context: Context, letter: Routed): Promise<readonly Choice[]> {
  // The log has the words by which an agent was chosen, and must not reveal sealed text.
  const body = letter.seal ? '' : (letter.body ?? '')
  const told = { subject: letter.subject ?? '', body, tags: letter.tag ?? [] }
  const words = tellingWords(told)
  const others = letter.to.filter((text) => !isBest(text)).map((text) => text.replace(/^agent:/u, ''))
  const taken = new Set([...(letter.exclude ?? []), ...others])
  const choices: Choice[] = []
  for (const asked of letter.to.filter(isBest)) {
    const address = parseAddress(asked)
    const among = address.type === 'best' ? address.among : null
    const { candidates, left } = await candidatesFor(context, among, taken)
    const like = await likeWork(
      context,
      words,
      candidates.map(({ agent }) => agent),
    )
    const ranked = rankCandidates({ tags: told.tags, words }, candidates, like.works)
    if (ranked[0] !== undefined) taken.add(ranked[0].agent)
    choices.push({ asked: asked.trim(), words: like.words, ranked, left })
  }
  return choices
}

/**
 * The message with an agent in the place of each `best:`. A repeat with the same key keeps the first choice.
 * @throws MailError `unknown-recipient` nobody can be chosen
 */
export async function withChosen<L extends Composed>(
  context: Context,
  letter: L,
): Promise<L & { readonly asked: readonly string[]; readonly chosen: readonly Chosen[] }> {
  const earlier = await earlierChoices(context, letter.key)
  const chosen = earlier ?? (await rankFor(context, letter)).map(chosenBy)
  const left = [...chosen]
  const to = letter.to.map((text) => {
    const one = isBest(text) ? left.shift() : undefined
    return one === undefined ? text : `agent:${one.address}`
  })
  return { ...letter, to, asked: letter.to, chosen }
}

type Chosen = { readonly address: string; readonly detail: JsonObject }

function chosenBy(choice: Choice): Chosen {
  const [first, ...others] = choice.ranked
  if (first === undefined) throw nobody(choice)
  const next = others.slice(0, 3).map(({ agent, score }) => `${agent} ${score}`)
  return {
    address: first.agent,
    detail: {
      for: choice.asked,
      score: first.score,
      why: reasonOf(first),
      words: choice.words.join(' '),
      before: next.join(', ') || 'nobody',
    },
  }
}

/** The choices of an earlier message with this key; `null` if there is none, or if it chose nobody. */
async function earlierChoices(
  { store, actor }: Context,
  key: string | undefined,
): Promise<readonly Chosen[] | null> {
  const earlier = key === undefined ? null : await store.messages.keyed(actor.address, key)
  if (earlier === null) return null
  const { rows } = await store.log.history(earlier, { limit: 200, after: null })
  const chosen = rows
    .filter(({ what }) => what === 'chosen')
    .map(({ owner, detail }) => ({ address: owner, detail: detail ?? {} }))
  return chosen.length === 0 ? null : chosen
}

const reasons: Readonly<Record<LeftOut['why'], string>> = {
  silent: 'silent',
  frozen: 'frozen',
  excluded: 'left out or already a recipient',
  'not-allowed': 'not allowed by your talksTo',
  full: 'at the limit of unread mail',
}

export function nobody(
  { asked, left }: Pick<Choice, 'asked' | 'left'>,
  so = '; nothing was sent',
): MailError {
  const counts = new Map<string, number>()
  for (const { why } of left) counts.set(reasons[why], (counts.get(reasons[why]) ?? 0) + 1)
  const why = [...counts].map(([reason, count]) => `${count} ${reason}`).join(', ')
  return new MailError(
    'unknown-recipient',
    `${asked} has nobody to choose${why === '' ? '' : `: ${why}`}${so}.`,
    'List agents with `watchpost fleet`, or write to role:NAME, where mail waits for the next holder.',
  )
}
