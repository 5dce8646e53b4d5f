import { afterAll, beforeAll } from 'vitest'
import { openWorkerStore } from '../../store/worker/worker-store.ts'
import { makeFolder } from '../support/store-bare.ts'
import { bundleWorker } from '../support/store-worker-bundle.ts'
import { describeStore } from './conformance.ts'

let bundle: Awaited<ReturnType<typeof bundleWorker>> | null = null

beforeAll(async () => {
  bundle = await bundleWorker()
})
afterAll(() => bundle?.remove())

describeStore('the SQLite store in a thread', async () => {
  const folder = makeFolder()
  const store = await openWorkerStore(folder.location, {
    create: true,
    durability: 'normal',
    workerFile: bundle?.file,
  })
  return {
    store,
    async close() {
      await store.close()
      folder.remove()
    },
  }
})
