import { UnreadableError } from '../fields.ts'
import { addressOf } from './words.ts'

type Targets = {
  readonly queue: string | null
  readonly channel: string | null
  /** The assignee, which may repeat the queue or the channel. */
  readonly direct: string
}

/** The one address that mail goes to. @throws UnreadableError for none or several */
export function requireTarget({ queue, channel, direct }: Targets): string {
  const places = [
    ...(queue === null ? [] : [`queue:${queue}`]),
    ...(channel === null ? [] : [`channel:${channel}`]),
  ]
  const targets = [...new Set([...places, ...(direct === '' ? [] : [addressOf(direct)])])]
  const [only] = targets
  if (only === undefined) throw new UnreadableError('it goes to nobody: no assignee, queue or channel')
  if (targets.length === 1) return only
  throw new UnreadableError(`it has ${targets.length} targets: ${targets.join(', ').slice(0, 200)}`)
}

/** Only items of queues are claimed. @throws UnreadableError */
export function requireQueue(queue: string | null): void {
  if (queue === null) throw new UnreadableError('it is claimed, but not an item of a queue')
}
