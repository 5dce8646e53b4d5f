import { isBest } from '../../domain/addressing/address.ts'
import { listed } from '../../domain/addressing/listed.ts'
import { shortId } from '../../domain/id.ts'
import type { Ranked } from '../../domain/routing/ranking.ts'
import { flag, requiredTexts } from '../../input/input.ts'
import { letterFields } from '../../services/posting/letter.ts'
import { findRoute } from '../../services/posting/route.ts'
import { type Choice, nobody, rankFor } from '../../services/routing/choose.ts'
import { problemOf } from '../../services/taking/moves.ts'
import type { RankedValue } from '../../values/routing-schema.ts'
import type { Values } from '../../values/schemas.ts'
import { operation } from '../operation.ts'

/** As many of each choice are listed. */
const mostListed = 50

export const route = operation({
  summary: 'Show where a message would go and which agent best: would choose; nothing is sent',
  access: 'read',
  input: {
    to: requiredTexts('Addresses, as for send', {
      positional: true,
      completes: 'address',
      placeholder: 'TO',
    }),
    explain: flag('List every agent that best: could choose, with the points of each'),
    subject: letterFields.subject,
    body: letterFields.body,
    tag: letterFields.tag,
    exclude: letterFields.exclude,
  },
  value: 'routed',
  examples: [
    [
      'watchpost route best:reviewer -s "Review the parser" --explain',
      'ranks the reviewers for this message',
    ],
  ],
  async run(context, { explain = false, ...input }): Promise<Values['routed']> {
    const letter = { ...input, to: listed(input.to) }
    const choices = letter.to.some(isBest) ? await rankFor(context, letter) : []
    const to = [
      ...letter.to.filter((text) => !isBest(text)),
      ...choices.flatMap(({ ranked: [first] }) => (first === undefined ? [] : [`agent:${first.agent}`])),
    ]
    const { recipients } =
      to.length === 0 ? { recipients: [] } : await findRoute(context, { to, exclude: input.exclude })
    const problems = choices
      .filter(({ ranked }) => ranked.length === 0)
      .map((choice) => problemOf(choice.asked, nobody(choice, '')))
    return {
      recipients,
      choices: choices.map((choice) => choiceValue(choice, explain)),
      ...(problems.length === 0 ? {} : { problems }),
    }
  },
})

function choiceValue(
  { asked, words, ranked, left }: Choice,
  explain: boolean,
): Values['routed']['choices'][number] {
  const chosen = { for: asked, agent: ranked[0]?.agent ?? null, words }
  if (!explain) return chosen
  return { ...chosen, ranked: ranked.slice(0, mostListed).map(rankedValue), left: left.slice(0, mostListed) }
}

function rankedValue({ like, ...ranked }: Ranked): RankedValue {
  return { ...ranked, like: like.map(shortId) }
}
