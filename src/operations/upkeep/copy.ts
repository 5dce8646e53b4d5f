import type { BackedUp } from '../../../store/mail-store.ts'
import { MailError } from '../../domain/errors.ts'
import { requiredText } from '../../input/input.ts'
import type { Values } from '../../values/schemas.ts'
import { operation } from '../operation.ts'
import { problemsOf } from './backup.ts'

export const copy = operation({
  summary: 'Copy the store, as it is at one moment, to a new folder or PostgreSQL database',
  access: 'read',
  unregistered: true,
  input: {
    to: requiredText('The new store: a folder, or postgres://USER@HOST/DATABASE', {
      completes: 'file',
      placeholder: 'STORE',
    }),
  },
  value: 'copied',
  examples: [
    ['watchpost copy --to postgres://ada@db.example/mail', 'moves the store to a server'],
    ['watchpost --store postgres://ada@db.example/mail copy --to .watchpost', 'and back, to this folder'],
    [
      'watchpost --store mail.backup copy --to postgres://ada@db.example/mail',
      'restores a backup to a server',
    ],
  ],
  async run({ store, stores }, { to }): Promise<Values['copied']> {
    if (stores === undefined)
      throw new MailError('usage', 'No store can be made from here.', 'Run `watchpost copy` in a terminal.')
    let lost: BackedUp['lost'] = []
    const made = await stores.make(to, async (file) => {
      lost = (await store.backups.make(file, false)).lost
    })
    return { store: made.store, ...made.counts, ...problemsOf(lost) }
  },
})
