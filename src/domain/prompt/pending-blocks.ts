import { ageOf } from '../moment.ts'
import { disarm, disarmLine, wholeStart } from './disarm.ts'
import type { Pending, PendingBudget, PendingFrame } from './pending-mail.ts'

export type Shown = 'body' | 'header'
/** The block of a message, as it is shown. */
export type Blocks = (message: Pending, shown: Shown) => string

const longestTitle = 120
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

function blockText(message: Pending, shown: Shown, frame: PendingFrame, budget: PendingBudget): string {
  const { mark, now } = frame
  const { id, kind, sentAt, owes, again } = message
  const facts = [
    `[${mark}] mail ${id}: ${kind}, ${ageOf(sentAt, now)} ago`,
    ...(again ? ['again, you were shown it before'] : []),
    ...(owes ? [`answer with \`watchpost reply ${id} -b TEXT\``] : []),
    ...(shown === 'header' ? [`header only, \`watchpost read ${id}\` prints it`] : []),
  ]
  const body = shown === 'body' ? [bodyText(message, frame, budget)] : []
  return [facts.join('; '), ...headLines(message, mark), ...body, `[${mark}] end of ${id}`].join('\n')
}

function headLines({ title, from, actor, priority }: Pending, mark: string): readonly string[] {
  const by = actor === null ? '' : ` (by ${unmarked(disarmLine(actor, longestName), mark)})`
  return [
    `### ${unmarked(disarmLine(title, longestTitle), mark)}`,
    `From: ${unmarked(disarmLine(from, longestName), mark)}${by} | Priority: ${priority.toUpperCase()}`,
  ]
}

function bodyText({ id, body }: Pending, { mark }: PendingFrame, { maxCharsPerBody }: PendingBudget): string {
  const whole = body ?? ''
  const most = maxCharsPerBody ?? whole.length
  if (whole.length <= most) return unmarked(disarm(whole), mark)
  const cut = wholeStart(whole, most)
  return `${unmarked(disarm(cut), mark)}...\n[${mark}] cut; \`watchpost read ${id}\` prints all ${whole.length} characters`
}

/** Whoever guessed the mark, or saw an earlier one, cannot write it. */
function unmarked(text: string, mark: string): string {
  return text.replaceAll(mark, '·')
}
