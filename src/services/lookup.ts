import { MailError } from '../domain/errors.ts'
import { beginningOf, type IdReference, parseId, shortId } from '../domain/id.ts'
import type { FullLetter } from '../domain/message.ts'
import type { Context } from './context.ts'

/**
 * The number of the message that an id means, in any of its forms.
 * @throws MailError `not-found`, `ambiguous`
 */
export async function requireId(context: Context, text: string): Promise<number> {
  const reference = parseId(text)
  const found = await findAll(context, reference)
  const [only] = found
  if (only === undefined) throw unknownId(reference)
  if (found.length > 1) {
    throw new MailError(
      'ambiguous',
      `${text} could be ${found.slice(0, 5).map(shortId).join(', ')}${found.length > 5 ? ' and more' : ''}.`,
      'Use more characters of the id.',
    )
  }
  return only
}

async function findAll({ store }: Context, reference: IdReference): Promise<readonly number[]> {
  const found = await store.messages.find(reference)
  const beginning = found.length > 0 ? null : beginningOf(reference)
  return beginning === null ? found : store.messages.find(beginning)
}

function unknownId(reference: IdReference): MailError {
  if (reference.form === 'misspelled')
    return new MailError(
      'not-found',
      `Mistyped id: ${reference.text} (its check character does not match).`,
      'List ids with `watchpost inbox`.',
    )
  if (reference.text === '')
    return new MailError(
      'usage',
      'The message id is empty.',
      'List ids with `watchpost inbox` or `watchpost search`.',
    )
  return new MailError(
    'not-found',
    `There is no message ${reference.text}.`,
    'List ids with `watchpost inbox` or `watchpost search`.',
  )
}

/** A message with its body, and the copy of `owner` (the actor, unless another is named). @throws MailError */
export async function requireMessage(
  context: Context,
  text: string,
  owner = context.actor.address,
): Promise<FullLetter> {
  const id = await requireId(context, text)
  const letter = await context.store.messages.read(id, owner)
  if (letter === null) throw unknownId({ form: 'foreign', text })
  return letter
}

/** An agent as the roster has it. @throws MailError `not-found`, with the nearest names · `ambiguous`, `usage` */
export async function requireAgent(context: Context, text: string) {
  return (await import('./agent-named.ts')).agentNamed(context, text)
}
