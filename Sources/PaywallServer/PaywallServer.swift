import Hummingbird
import Configuration
import Metrics
import ServiceLifecycle
import Crypto
