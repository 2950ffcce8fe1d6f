// Many more services with other parameter names than the unit tests try.
import { describeAnyNames } from "../unit/api/dialect/anyNames";

describeAnyNames(1_000);
