import { doerOf } from '../../services/context.ts'
import { claimFields, claimOf } from '../../services/queues/held.ts'
import { fullMessageValue } from '../../services/values.ts'
import { operation } from '../operation.ts'

export const release = operation({
  summary: 'Release a claimed item for others; the attempt is not counted',
  access: 'write',
  needs: 'own',
  input: claimFields,
  value: 'oneMessage',
  async run(context, input) {
    const claim = await claimOf(context, input)
    return {
      message: fullMessageValue(await context.store.queues.release(doerOf(context), claim, context.now())),
    }
  },
})
