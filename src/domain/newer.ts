import { ageOf } from './moment.ts'

/** Mail that came after a message, from its sender, or in its thread. */
type Newer = {
  readonly count: number
  readonly inThread: boolean
  /** The newest of it. */
  readonly id: string
  readonly from: string
  readonly at: number
}

/** `2 newer from al, the last, K3X7P, 3m ago`: beside a message that is no longer the last word. */
export function newerWords({ count, inThread, id, from, at }: Newer, now: number): string {
  const [where, by] = inThread ? ['in its thread', ` by ${from}`] : [`from ${from}`, '']
  const last = count === 1 ? id : `the last, ${id},`
  return `${count} newer ${where}, ${last}${by} ${ageOf(at, now)} ago`
}
