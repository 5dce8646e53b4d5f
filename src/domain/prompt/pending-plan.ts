import type { Portion, Shown } from './pending-blocks.ts'
import type { Pending, PendingBudget } from './pending-mail.ts'
import { tokensOf } from './tokens.ts'

/** How each message is shown, by its id; a message that is not in it is left out. */
export type Plan = ReadonlyMap<string, Shown>

type Claim = (message: Pending, shown: Shown, within?: PendingBudget) => boolean

/** A shorter start of a body says too little to be worth its place; a longer one is read twice, here and whole. */
const shortestStart = 200
const longestStart = 2000

export function isWithin(text: string, { maxChars, maxTokens, weigh }: PendingBudget): boolean {
  if ((weigh?.(text) ?? text.length) > maxChars) return false
  return maxTokens === undefined || tokensOf(text) <= maxTokens
}

/** Which messages are shown, and how, so that the text stays within its budget. `render` writes the text of a plan. */
export function planOf(
  messages: readonly Pending[],
  budget: PendingBudget,
  render: (plan: Plan) => string,
): Plan {
  const plan = new Map<string, Shown>()
  const claim: Claim = ({ id }, shown, within = budget) => {
    const before = plan.get(id)
    plan.set(id, shown)
    if (isWithin(render(plan), within)) return true
    if (before === undefined) plan.delete(id)
    else plan.set(id, before)
    return false
  }
  const claimFullest = (message: Pending) => {
    const shown = fullestOf(message, budget)
    if (shown !== null) claim(message, shown)
  }
  // The first header that does not fit ends the list, so that less urgent mail never comes first.
  const claimHeaders = (within: PendingBudget) =>
    messages.every((message) => message.told || plan.has(message.id) || claim(message, 'header', within))
  for (const message of messages)
    if (message.priority === 'urgent' || message.returned !== undefined || message.first)
      claimFullest(message)
  claimHeaders(halfOfRest(budget, render(plan)))
  for (const message of messages) if (message.told || plan.get(message.id) === 'header') claimFullest(message)
  claimHeaders(budget)
  const fitsAlone = (message: Pending) => {
    const shown = fullestOf(message, budget)
    return shown !== null && isWithin(render(new Map([[message.id, shown]])), budget)
  }
  for (const message of messages) {
    const shown = plan.get(message.id)
    const isShort = shown === 'header' || (shown === undefined && message.told)
    if (isShort && message.body !== null && !message.portioned && !fitsAlone(message))
      claimPortion(message, budget, claim)
  }
  return plan
}

/** Headers alone could fill any text, and no body would ever be shown: half of what is left is theirs at first. */
function halfOfRest(budget: PendingBudget, text: string): PendingBudget {
  const half = (used: number, most: number) => Math.floor((Math.min(used, most) + most) / 2)
  const { maxTokens } = budget
  return {
    ...budget,
    maxChars: half(budget.weigh?.(text) ?? text.length, budget.maxChars),
    maxTokens: maxTokens === undefined ? undefined : half(tokensOf(text), maxTokens),
  }
}

/** The most that may be shown of a message within the caller's limit for bodies; `null` for its header alone. */
function fullestOf(
  { body, parts, portioned }: Pending,
  { maxChars, maxCharsPerBody }: PendingBudget,
): Shown | null {
  if (body === null) return null
  const most = maxCharsPerBody ?? body.length
  // Text longer than the whole budget is skipped.
  if (Math.min(body.length, most) > maxChars) return null
  if (body.length <= most) return 'whole'
  return portioned ? null : { chars: most, parts: parts.map((_, at) => at) }
}

/** As much as fits of a message that will never fit whole: of its body first, then of its parts in their order. */
function claimPortion(message: Pending, { maxCharsPerBody }: PendingBudget, claim: Claim): void {
  const { body, parts } = message
  const length = Math.min(body?.length ?? 0, maxCharsPerBody ?? Number.POSITIVE_INFINITY)
  const hasRoom = (chars: number) => claim(message, { chars, parts: [] })
  if (!hasRoom(0)) return
  const chars = hasRoom(length) ? length : startWithRoom(Math.min(length, longestStart), hasRoom)
  let portion: Portion = { chars, parts: [] }
  claim(message, portion)
  for (const [at] of parts.entries()) {
    const more: Portion = { ...portion, parts: [...portion.parts, at] }
    if (claim(message, more)) portion = more
  }
}

/** The most characters that have room; 0 if not even a short start has. */
function startWithRoom(length: number, hasRoom: (chars: number) => boolean): number {
  if (hasRoom(length)) return length
  let least = Math.min(shortestStart, length)
  if (!hasRoom(least)) return 0
  for (let most = length; most - least > 1; ) {
    const middle = Math.floor((least + most) / 2)
    if (hasRoom(middle)) least = middle
    else most = middle
  }
  return least
}
