import type { Source } from '../../state.ts'

export function ownInbox(address: string): Source {
  return { type: 'mailbox', owner: address, box: 'inbox' }
}
