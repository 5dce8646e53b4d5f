import { openWorkerStore } from '../../store/worker/worker-store.ts'
import { shippedWorker } from '../support/shipped-worker.ts'
import { makeFolder } from '../support/store-bare.ts'
import { describeStore } from './conformance.ts'

describeStore('the SQLite store in a thread', async () => {
  const folder = makeFolder()
  const store = await openWorkerStore(folder.location, {
    create: true,
    durability: 'normal',
    workerFile: shippedWorker,
  })
  return {
    store,
    async close() {
      await store.close()
      folder.remove()
    },
  }
})
