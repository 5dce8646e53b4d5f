import { afterEach } from 'vitest'
import Output from '../../node_modules/ink/build/output.js'

// A mounted screen makes all of Ink compose its frames in a faster way, for good. Other tests of the process compare with Ink's own.
const stock = Output.prototype.get
afterEach(() => {
  Output.prototype.get = stock
})
