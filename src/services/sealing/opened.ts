import { isMailError, MailError } from '../../domain/errors.ts'
import { shortId } from '../../domain/id.ts'
import type { FullLetter, FullMessage } from '../../domain/message.ts'
import { disarmLine } from '../../domain/prompt/disarm.ts'
import { isPerson } from '../../domain/roster.ts'
import { isSealed, isWhollySealed, sealedContent, sealedPreview } from '../../domain/seal.ts'
import type { Context } from '../context.ts'
import type { KeyRing } from '../key-driver.ts'

/**
 * A letter as its reader may see it: opened if the reader has a key, otherwise with the reason in place of its text. The
 * store never sees what this answers.
 */
export async function opened<L extends FullLetter>(context: Context, letter: L): Promise<L> {
  if (!isSealed(letter.message.body)) return letter
  return { ...letter, message: await openMessage(context, letter.message) }
}

export async function allOpened<L extends FullLetter>(
  context: Context,
  letters: readonly L[],
): Promise<readonly L[]> {
  if (!letters.some(({ message }) => isSealed(message.body))) return letters
  return Promise.all(letters.map((letter) => opened(context, letter)))
}

/** A sealed message with its text, or with the reason why its reader cannot have it. */
async function openMessage(context: Context, message: FullMessage): Promise<FullMessage> {
  const answer = await textFor(context, message)
  const closed = { ...message, preview: sealedPreview }
  if ('locked' in answer) return { ...closed, body: `[sealed] ${answer.locked}`, locked: answer.locked }
  return { ...closed, ...sealedContent(answer.text) }
}

type Answer = { readonly text: string } | { readonly locked: string }

/** Opens a text that was sealed for the actor. An actor that acts as another reads with the other's key. */
export async function textFor(
  context: Context,
  message: Pick<FullMessage, 'body'> & Partial<Pick<FullMessage, 'to' | 'cc' | 'from'>>,
): Promise<Answer> {
  const { actor, keys, onlyLooks } = context
  if (keys === undefined) return { locked: 'Sealed mail cannot be opened from here.' }
  if (onlyLooks === true)
    return { locked: `An agent's session that only looks does not open the sealed mail of ${actor.address}.` }
  if (!isWhollySealed(message.body)) return { locked: 'Its text is damaged.' }
  try {
    const ring = await keys.open()
    const answer = await ring.open(message.body, actor.address)
    return answer.text === undefined
      ? { locked: await reasonFor(context, ring, message, answer.why) }
      : answer
  } catch (error) {
    if (!isMailError(error)) throw error
    return { locked: error.message }
  }
}

async function reasonFor(
  { actor, store }: Context,
  ring: KeyRing,
  { to = [], cc = [], from }: Partial<Pick<FullMessage, 'to' | 'cc' | 'from'>>,
  why: 'no-key' | 'other-key' | 'damaged',
): Promise<string> {
  const self = actor.address
  if (why === 'damaged') return 'Its text is damaged.'
  const isFor = from === self || from === undefined || [...to, ...cc].includes(self) || isPerson(actor)
  if (!isFor) return `It was sealed for ${namesOf([...to, ...cc])}; ${self} has no key for it.`
  const rotate = `\`watchpost keys rotate --as ${self}\` makes a new key for later mail.`
  const { publicKeys } = await import('../keys/public-keys.ts')
  const elsewhere = ((await publicKeys({ store })).get(self) ?? [])
    .map(({ machine }) => machine)
    .find((machine) => machine !== ring.machine)
  if (elsewhere !== undefined)
    return `The key of ${self} that opens it is not on this machine, but on ${disarmLine(elsewhere, longestName)}.`
  const whose = why === 'no-key' ? `${self} has no key on this machine` : `No key of ${self} here opens it`
  return `${whose}; the one that it was sealed for was lost, or never was here. ${rotate}`
}

const mostNames = 5
const longestName = 80

/** Imported mail may say anything here, and a reason is shown as ours. */
function namesOf(addresses: readonly string[]): string {
  const named = addresses.slice(0, mostNames).map((address) => disarmLine(address, longestName))
  const left = addresses.length - named.length
  return named.join(', ') + (left > 0 ? ` and ${left} more` : '')
}

/** A sealed message that must be open for what is asked, such as to quote it. @throws MailError `not-allowed` */
export async function requireOpened(context: Context, message: FullMessage): Promise<FullMessage> {
  const { message: open } = await opened(context, { message, delivery: null })
  if (open.locked === undefined) return open
  throw new MailError(
    'not-allowed',
    `${shortId(message.id)} is sealed and cannot be opened: ${open.locked}`,
    'Ask its sender, or a person of the store, who can open all sealed mail.',
  )
}
