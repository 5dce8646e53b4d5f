import { type Mailbox, openMailbox } from '../../mailbox.ts'
import type { World } from './world.ts'

/** The mailbox of whoever runs the server, for what it does on an administrator's word. */
export function openMailboxOf({ context }: World): Mailbox {
  return openMailbox({ ...context, command: 'serve' })
}
