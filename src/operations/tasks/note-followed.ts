import type { MessageCursor } from '../../../store/mail-store.ts'
import { internal } from '../internal.ts'

export const noteFollowed = internal({
  summary:
    'Note up to which message the consequences of task mail are done: the next server goes on from there',
  access: 'write',
  needs: 'own',
  run: ({ store }, { upto }: { readonly upto: MessageCursor }) => store.facts.remember('finished-upto', upto),
})
