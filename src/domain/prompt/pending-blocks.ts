import { kindRules } from '../kind.ts'
import { wholeStart } from '../whole-text.ts'
import { answerHint, automaticFact, endHint } from './answer-hint.ts'
import { bytesOf } from './bytes.ts'
import { fencedMail, fenceOf } from './fence.ts'
import type { Pending, PendingFrame } from './pending-mail.ts'

/**
 * The printed portion of a message that does not fit: the first characters of its body, and some of its parts by index.
 */
export type Portion = { readonly chars: number; readonly parts: readonly number[] }
export type Shown = 'whole' | 'header' | Portion
/** The block of a message, as it is shown. */
export type Blocks = (message: Pending, shown: Shown) => string

/** Each block is made once; the plan is tried with it again and again. */
export function blocksOf(frame: PendingFrame): Blocks {
  const made = new Map<string, string>()
  return (message, shown) => {
    const key = `${message.id} ${JSON.stringify(shown)}`
    const block = made.get(key) ?? blockText(message, shown, frame)
    made.set(key, block)
    return block
  }
}

function blockText(message: Pending, shown: Shown, { mark, now }: PendingFrame): string {
  const { kind, priority } = message
  const facts = [...factsOf(message), ...(shown === 'header' ? [headerOnly(message)] : [])]
  const printed = printedOf(message, shown)
  return fencedMail({ ...message, ...printed, traits: [kind, priority], facts }, fenceOf(mark), now)
}

function factsOf(message: Pending): readonly string[] {
  const { id, kind, owes, again, returned, answers, ends, automatic, replaces, newer, expires, task } =
    message
  const isDebated = kindRules[kind].family === 'debate' && kindRules[kind].owes
  return [
    ...(returned === undefined ? [] : [returned]),
    ...(again ? ['shown to you before'] : []),
    ...(replaces === undefined ? [] : [replaces]),
    ...(newer === undefined ? [] : [newer]),
    ...(automatic ? [`${automaticFact} and waits for nothing`] : []),
    ...(expires === null || expires === undefined ? [] : [`expires ${expires}`]),
    ...(ends !== 'result' && (owes || (isDebated && !again)) ? [answerHint(id, kind, answers)] : []),
    ...(ends === undefined ? [] : [endHint(ends, { id, task: task ?? null }, 'commands')]),
  ]
}

function headerOnly({ id }: Pending): string {
  return `header only, read it with \`watchpost read ${id}\``
}

function printedOf(message: Pending, shown: Shown) {
  const { body, parts } = message
  if (shown === 'header') return { body: null, parts: [], closing: [] }
  if (shown === 'whole') return { body, parts, closing: [] }
  const whole = body ?? ''
  const start = shown.chars < whole.length ? `${wholeStart(whole, shown.chars)}...` : whole
  return {
    body: shown.chars === 0 ? '' : start,
    parts: parts.filter((_, at) => shown.parts.includes(at)),
    closing: [leftOut(message, shown)],
  }
}

/** The names of everything that a portion leaves out, and the command that prints it. */
function leftOut({ id, body, parts }: Pending, { chars, parts: printed }: Portion): string {
  const whole = body ?? ''
  const rest = bytesOf(whole) - bytesOf(wholeStart(whole, chars))
  const named = parts
    .filter((_, at) => !printed.includes(at))
    .map(({ name, items }) => (items.length > 1 ? `${items.length} ${name}` : name))
  const all = [...(rest > 0 ? [`${rest} of ${bytesOf(whole)} bytes of its text`] : []), ...named]
  return `more: ${all.join(', ')}: \`watchpost read ${id}\``
}
