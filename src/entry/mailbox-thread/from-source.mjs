import { workerData } from 'node:worker_threads'
import { register } from 'tsx/esm/api'

// A thread does not take over the loader that its process was started with.
register()
await import(workerData.entry)
