import { isPeople, requireAgentName } from '../domain/addressing/address.ts'
import { noQuestion } from '../domain/addressing/roster-question.ts'
import { MailError } from '../domain/errors.ts'
import { type Agent, isPerson } from '../domain/roster.ts'
import type { Context } from './context.ts'

/**
 * The agent of this name; `user`, `human`, `ceo` and `overseer` mean the person.
 * @throws MailError `not-found`, with the nearest names · `ambiguous`, `usage`
 */
export async function agentNamed(context: Context, text: string): Promise<Agent> {
  const { roster } = context.store
  const name = isPeople(text) ? await personNamed(context, text) : requireAgentName(text).name
  const agent = await roster.find(name)
  if (agent !== null) return agent
  const near = await roster.nearest(name, 3)
  throw new MailError(
    'not-found',
    `There is no agent ${name}.`,
    near.length > 0 ? `Did you mean ${near.join(', ')}?` : 'List the roster with `watchpost agents`.',
  )
}

/** The person who acts, else the only one. */
async function personNamed({ store, actor, principal }: Context, text: string): Promise<string> {
  const acting = [principal, actor].find((one) => one !== null && isPerson(one))
  if (acting) return acting.address
  const { agents } = await store.roster.lookUp({ ...noQuestion, people: true })
  const [only, ...others] = agents.map(({ address }) => address).sort()
  if (only === undefined)
    throw new MailError('not-found', 'There is no person here.', 'List the roster with `watchpost agents`.')
  if (others.length > 0)
    throw new MailError(
      'ambiguous',
      `${text.trim()} could be ${[only, ...others].slice(0, 5).join(', ')}.`,
      'Name one of them.',
    )
  return only
}
