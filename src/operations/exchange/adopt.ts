import { flag, texts } from '../../input/input.ts'
import { adoptStores } from '../../services/exchange/adopt/adopt.ts'
import { findStores } from '../../services/exchange/adopt/find.ts'
import { requireProvenPerson } from '../../services/proven-person.ts'
import type { AdoptedValue } from '../../values/exchange-schema.ts'
import { operation } from '../operation.ts'

export const adopt = operation({
  summary: 'Find and import the mail of other systems',
  access: 'write',
  needs: 'inside',
  input: {
    folders: texts('Look in these folders instead', {
      positional: true,
      completes: 'file',
      placeholder: 'FOLDER',
      most: 100,
    }),
    dryRun: flag('Show what would be imported, and change nothing'),
    yes: flag('Import without asking'),
  },
  lookingOnly: (input) => (input.yes === true && input.dryRun !== true ? null : { ...input, dryRun: true }),
  asks: {
    question: 'Import this mail? [y/N] ',
    undone: 'Nothing was imported.',
    instead: 'Add --yes to import it.',
  },
  examples: [
    ['watchpost adopt', 'shows what is there, asks, imports it, and compares it with the source'],
    ['watchpost adopt ~/town --dry-run', 'shows what a folder holds'],
  ],
  tells: true,
  value: 'adopted',
  async run(context, { folders = [], dryRun = false, yes = false }): Promise<AdoptedValue> {
    if (!dryRun)
      await requireProvenPerson(
        context,
        'adopt the mail of other systems',
        'To see what is there, use --dry-run.',
      )
    return adoptStores(context, await findStores(context, folders), yes && !dryRun)
  },
})
