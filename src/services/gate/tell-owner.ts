import type { Moved } from '../../../store/mail-store.ts'
import { shortId } from '../../domain/id.ts'
import type { Verb } from '../../domain/lifecycle.ts'
import { type Letter, titleOf } from '../../domain/message.ts'
import { placeOf } from '../../domain/places.ts'
import { type Priority, priorities } from '../../domain/priority.ts'
import { isPerson } from '../../domain/roster.ts'
import type { Context } from '../context.ts'
import { postNotice } from '../posting/notice.ts'
import { whoOf } from './gate.ts'

const mostNamed = 10

/**
 * An owner whose mail somebody changed in a name of their own is told in its next prompt, after all other mail. A person is told
 * of what an agent did, as pressingly as that mail was: an urgent message that it dealt with is in Attention. What people do
 * with each other's mail they see on their screens.
 */
export async function tellOwner(
  context: Context,
  owner: string,
  moved: readonly Moved[],
  verb: Verb,
): Promise<void> {
  const { by } = whoOf(context)
  // A folder of another system speaks for the owners of its mail.
  if (context.command === 'import' || context.command === 'sync') return
  if (typeof by === 'string' || placeOf(owner) !== null) return
  const letters = moved.flatMap(({ changed, letter }) => (changed && letter !== null ? [letter] : []))
  const [first] = letters
  if (first === undefined) return
  const kind = await context.store.roster.kindOf(owner)
  const isPersons = kind !== null && isPerson({ kind })
  if (isPersons && isPerson(by)) return
  const lines = letters.slice(0, mostNamed).map(({ message }) => `${shortId(message.id)} ${titleOf(message)}`)
  const more = letters.length > mostNamed ? [`and ${letters.length - mostNamed} more`] : []
  await postNotice(context, {
    to: [owner],
    subject: `${by.address} changed your mail: ${verb}`,
    body: [`${by.address} did this to your mail (${verb}):`, ...lines, ...more, '', undoing].join('\n'),
    about: letters.length === 1 ? first.message : null,
    key: null,
    priority: isPersons ? mostPressing(letters) : 'low',
  })
}

function mostPressing(letters: readonly Letter[]): Priority {
  return priorities.find((one) => letters.some(({ message }) => message.priority === one)) ?? 'normal'
}

const undoing = 'To have one back, run `watchpost restore ID` or `watchpost unread ID`.'
