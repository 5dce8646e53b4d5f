import type { Environment } from '../config.ts'
import type { ApprovalDriver } from '../operations/approval-driver.ts'

/** The key lies beside the records of trusted stores, outside every project. Few commands load what signs. */
export function approvalsOf({ stateFolder }: Pick<Environment, 'stateFolder'>): ApprovalDriver {
  return {
    async open() {
      const { digestOf, isSignedWith, notAPerson, signWith } = await import('../drivers/approval-key.ts')
      return {
        notAPerson,
        digest: digestOf,
        sign: (text) => signWith(stateFolder, text),
        isSigned: (text, signature) => isSignedWith(stateFolder, text, signature),
      }
    },
  }
}
