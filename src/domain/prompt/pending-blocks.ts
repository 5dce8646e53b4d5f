import { wholeStart } from './disarm.ts'
import { fencedMail, fenceOf } from './fence.ts'
import type { Pending, PendingBudget, PendingFrame } from './pending-mail.ts'

export type Shown = 'body' | 'header'
/** The block of a message, as it is shown. */
export type Blocks = (message: Pending, shown: Shown) => string

export const longestName = 100

/** Each block is made once; the plan is tried with it again and again. */
export function blocksOf(frame: PendingFrame, budget: PendingBudget): Blocks {
  const made = new Map<string, string>()
  return (message, shown) => {
    const key = `${shown} ${message.id}`
    const block = made.get(key) ?? blockText(message, shown, frame, budget)
    made.set(key, block)
    return block
  }
}

function blockText(
  message: Pending,
  shown: Shown,
  { mark, now }: PendingFrame,
  budget: PendingBudget,
): string {
  const { id, kind, priority, owes, again } = message
  const facts = [
    ...(again ? ['again, you were shown it before'] : []),
    ...(owes ? [`answer with \`watchpost reply ${id} -b TEXT\``] : []),
    ...(shown === 'header' ? [`header only, \`watchpost read ${id}\` prints it`] : []),
  ]
  const printed = shown === 'body' ? bodyOf(message, budget) : { body: null, closing: [] }
  return fencedMail(
    { ...message, traits: [kind, priority], facts, parts: [], ...printed },
    fenceOf(mark),
    now,
  )
}

function bodyOf({ id, body }: Pending, { maxCharsPerBody }: PendingBudget) {
  const whole = body ?? ''
  const most = maxCharsPerBody ?? whole.length
  if (whole.length <= most) return { body: whole, closing: [] }
  const closing = [`cut; \`watchpost read ${id}\` prints all ${whole.length} characters`]
  return { body: `${wholeStart(whole, most)}...`, closing }
}
