import { type Environment, systemUser } from '../config.ts'
import type { ApprovalDriver } from '../services/approval-driver.ts'
import type { KeyDriver } from '../services/key-driver.ts'

type Folders = Pick<Environment, 'stateFolder' | 'configFolder'>

/** The key is beside the records of trusted stores, outside every project. Few commands load the signing code. */
export function approvalsOf({ stateFolder, configFolder }: Folders): ApprovalDriver {
  return {
    async open({ confirm, key }) {
      const { digestOf, isSignedWith, signWith } = await import('../drivers/approval-key.ts')
      if (!confirm)
        return {
          digest: digestOf,
          sign: async (text) => signWith(stateFolder, text),
          isSigned: async (text, signature) => isSignedWith(stateFolder, text, signature),
        }
      const { isSignedBySsh, signBySsh } = await import('../drivers/ssh-signature.ts')
      return {
        digest: digestOf,
        sign: (text) => signBySsh(text, key),
        isSigned: (text, signature) => isSignedBySsh(text, signature, `${configFolder}/allowed_signers`),
      }
    },
  }
}

/** The keys of sealed mail lie there too, and few commands load what encrypts. */
export function keysOf({ stateFolder }: Pick<Folders, 'stateFolder'>): KeyDriver {
  return {
    async open() {
      const { digestWith, keysIn, makeKeyIn, openWith, sealFor } = await import('../drivers/sealing.ts')
      const { pinsIn } = await import('../drivers/pinned-keys.ts')
      const folder = `${stateFolder}/keys`
      return {
        machine: `${await systemUser()}@${process.getBuiltinModule('node:os').hostname()}`,
        keysOf: (holder) => keysIn(folder, holder),
        make: (holder, at) => makeKeyIn(folder, holder, at),
        ...pinsIn(folder),
        seal: sealFor,
        open: (sealed, holder) => openWith(folder, sealed, holder),
        digest: async (holder, text) => digestWith(folder, holder, text),
      }
    },
  }
}
