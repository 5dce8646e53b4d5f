import { isRemote } from '../../domain/addressing/address.ts'
import { isJsonObject } from '../../domain/json.ts'
import type { Message } from '../../domain/message.ts'

/** Whether it came by `POST /interswarm/message`: its caller waits for a response to it, not for the end of the task. */
export function awaitsAnswer({ from, task, meta, imported }: Message): boolean {
  if (task === null || imported !== undefined || isRemote(from)) return false
  const mail = meta?.['mail']
  return isJsonObject(mail) && mail['routing_info'] !== undefined
}
