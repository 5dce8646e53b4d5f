import type { BackedUp } from '../../../store/mail-store.ts'
import { MailError } from '../../domain/errors.ts'
import { shortId } from '../../domain/id.ts'
import { flag, requiredText } from '../../input/input.ts'
import type { Values } from '../../values/schemas.ts'
import { operation } from '../operation.ts'

export const backup = operation({
  summary: 'Back up the store into one verified file while others keep working; --store FILE opens it',
  access: 'read',
  unregistered: true,
  input: {
    file: requiredText('The new file', { positional: true, completes: 'file', placeholder: 'FILE' }),
    force: flag('Replace an existing file'),
  },
  value: 'backedUp',
  examples: [
    ['watchpost backup mail.backup', 'a copy of the whole store'],
    ['watchpost --store mail.backup inbox', 'the mail of the backup'],
  ],
  async run({ store }, { file, force }): Promise<Values['backedUp']> {
    if (file === '-') throw new MailError('usage', '- (standard output) is not a file.', 'Name a file.')
    const { lost, ...made } = await store.backups.make(file, force ?? false)
    return { ...made, ...problemsOf(lost) }
  },
})

/** The messages that a copy has without their bodies; nothing where there are none. */
export function problemsOf(lost: BackedUp['lost']): Pick<Values['backedUp'], 'problems'> {
  if (lost.length === 0) return {}
  return { problems: lost.map(({ message, problem }) => ({ id: shortId(message), error: problem })) }
}
